# The flags that every translation unit of the project is compiled with:
# target tabia_flags carries them.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_C_FLAGS_RELEASE "-O3 -DNDEBUG")

add_library(tabia_flags INTERFACE)
target_compile_definitions(tabia_flags INTERFACE
    _GNU_SOURCE
    "TABIA_VERSION=\"${PROJECT_VERSION}\"")
target_compile_options(tabia_flags INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-Wall>
    $<$<COMPILE_LANGUAGE:C>:-Wextra>
    $<$<COMPILE_LANGUAGE:C>:-Wpedantic>
    $<$<COMPILE_LANGUAGE:C>:-Wconversion>
    $<$<COMPILE_LANGUAGE:C>:-Wshadow>
    $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    $<$<COMPILE_LANGUAGE:C>:-Wwrite-strings>
    $<$<COMPILE_LANGUAGE:C>:-Wvla>)
if(TABIA_WERROR)
    target_compile_options(tabia_flags INTERFACE
        $<$<COMPILE_LANGUAGE:C>:-Werror>)
endif()

if(TABIA_SANITIZE)
    target_compile_options(tabia_flags INTERFACE
        -fsanitize=${TABIA_SANITIZE}
        -fno-sanitize-recover=all
        -fno-omit-frame-pointer)
    target_link_options(tabia_flags INTERFACE -fsanitize=${TABIA_SANITIZE})
endif()

# As gcc does: one copy of the sanitizer for all test programs, and behind the
# malloc that a test has of its own.
if(TABIA_SANITIZE MATCHES "address" AND CMAKE_C_COMPILER_ID STREQUAL "Clang"
        AND NOT TABIA_FUZZ)
    execute_process(
        COMMAND "${CMAKE_C_COMPILER}" -print-runtime-dir
        OUTPUT_VARIABLE runtime_dir OUTPUT_STRIP_TRAILING_WHITESPACE)
    target_link_options(tabia_flags INTERFACE
        -shared-libasan "-Wl,-rpath,${runtime_dir}")
endif()
