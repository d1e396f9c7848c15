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
    _FILE_OFFSET_BITS=64
    "TABIA_VERSION=\"${PROJECT_VERSION}\"")
target_compile_options(tabia_flags INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-Wall>
    $<$<COMPILE_LANGUAGE:C>:-Wextra>
    $<$<COMPILE_LANGUAGE:C>:-Wpedantic>
    $<$<COMPILE_LANGUAGE:C>:-Wconversion>
    $<$<COMPILE_LANGUAGE:C>:-Wshadow>
    $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
    $<$<COMPILE_LANGUAGE:C>:-Wwrite-strings>
    $<$<COMPILE_LANGUAGE:C>:-Wvla>
    $<$<COMPILE_LANGUAGE:C>:-Werror=implicit-function-declaration>)
if(TABIA_WERROR)
    target_compile_options(tabia_flags INTERFACE
        $<$<COMPILE_LANGUAGE:C>:-Werror>)
endif()

# What a build for users is hardened with; tests/check_hardening.sh reads the
# binaries. Sanitizers look at the same things and do not go with FORTIFY.
# A Debian package takes what Debian wants instead, and the rest of these.
if(TABIA_HARDEN AND NOT TABIA_SANITIZE)
    include(CheckCCompilerFlag)
    foreach(flag IN ITEMS -fstack-protector-strong -fstack-clash-protection
            -fcf-protection)
        string(MAKE_C_IDENTIFIER "has${flag}" has)
        check_c_compiler_flag(${flag} ${has}) # not on every processor
        if(${has})
            target_compile_options(tabia_flags INTERFACE ${flag})
        endif()
    endforeach()
    # The level that the system's own flags ask for stays.
    if(NOT "${CMAKE_C_FLAGS}" MATCHES "_FORTIFY_SOURCE")
        target_compile_options(tabia_flags INTERFACE
            -U_FORTIFY_SOURCE $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
    endif()
    target_link_options(tabia_flags INTERFACE -Wl,-z,relro -Wl,-z,now)
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
