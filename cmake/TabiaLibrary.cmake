# The library: one set of objects, linked as static and as shared library.

set(modules embed base io chess book table pgn where store format source build
    engine study draw deck)

# The number in the shared library's name. A program that was linked with one
# number never gets a library with another.
file(STRINGS "${PROJECT_SOURCE_DIR}/include/tabia/version.h" TABIA_ABI_VERSION
     REGEX "^#define TABIA_ABI_VERSION [0-9]+$")
string(REGEX REPLACE ".* " "" TABIA_ABI_VERSION "${TABIA_ABI_VERSION}")
if(NOT TABIA_ABI_VERSION)
    message(FATAL_ERROR "include/tabia/version.h has no TABIA_ABI_VERSION")
endif()
# A program can ask for the version when it is compiled, too.
math(EXPR number "${PROJECT_VERSION_MAJOR} * 10000 +
                  ${PROJECT_VERSION_MINOR} * 100 + ${PROJECT_VERSION_PATCH}")
file(STRINGS "${PROJECT_SOURCE_DIR}/include/tabia/version.h" found
     REGEX "^#define TABIA_VERSION_NUMBER ${number}$")
if(NOT found)
    message(FATAL_ERROR
            "include/tabia/version.h: TABIA_VERSION_NUMBER is not ${number}")
endif()
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY
    CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/tabia/version.h")

set(library_sources)
foreach(module IN LISTS modules)
    file(GLOB found CONFIGURE_DEPENDS
         "${PROJECT_SOURCE_DIR}/src/${module}/*.c"
         "${PROJECT_SOURCE_DIR}/src/${module}/*/*.c")
    list(APPEND library_sources ${found})
endforeach()

# What is internal to the project: src/ for "module/header.h".
add_library(tabia_internal INTERFACE)
target_include_directories(tabia_internal INTERFACE
    "${PROJECT_SOURCE_DIR}/include"
    "${PROJECT_SOURCE_DIR}/src")
target_link_libraries(tabia_internal INTERFACE tabia_flags Threads::Threads)

# Constant attack tables, printed by a host program.
set(generated "${PROJECT_BINARY_DIR}/generated")
file(MAKE_DIRECTORY "${generated}/format/eco")
add_executable(gen_attacks "${PROJECT_SOURCE_DIR}/tools/gen_attacks.c")
target_link_libraries(gen_attacks PRIVATE tabia_internal)
add_custom_command(
    OUTPUT "${generated}/attack_tables.c"
    COMMAND gen_attacks > "${generated}/attack_tables.c.new"
    COMMAND ${CMAKE_COMMAND} -E rename "${generated}/attack_tables.c.new"
            "${generated}/attack_tables.c"
    DEPENDS gen_attacks
    COMMENT "Generating attack_tables.c"
    VERBATIM)
list(APPEND library_sources "${generated}/attack_tables.c")

# The small prober as one file, its constants taken from the library's.
set(probe_header "${PROJECT_BINARY_DIR}/include/tabia_probe.h")
add_executable(gen_probe
    "${PROJECT_SOURCE_DIR}/tools/gen_probe.c"
    "${PROJECT_SOURCE_DIR}/src/chess/polyglot_random.c")
target_link_libraries(gen_probe PRIVATE tabia_internal)
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include")
set(probe_sources
    "${PROJECT_SOURCE_DIR}/src/embed/tabia_probe.h"
    "${PROJECT_SOURCE_DIR}/LICENSE")
add_custom_command(
    OUTPUT "${probe_header}"
    COMMAND gen_probe ${probe_sources} > "${probe_header}.new"
    COMMAND ${CMAKE_COMMAND} -E rename "${probe_header}.new" "${probe_header}"
    DEPENDS gen_probe ${probe_sources}
    COMMENT "Generating tabia_probe.h"
    VERBATIM)
add_custom_target(probe_header ALL DEPENDS "${probe_header}")

# The built-in book and the names of openings, as numbers that a source file
# includes. SOURCE includes 'generated/OUTPUT', made from FILE.
set(embed_bytes "${PROJECT_SOURCE_DIR}/tools/embed_bytes.sh")
function(embed source output file) # and options of embed_bytes.sh
    set(output "${generated}/${output}")
    add_custom_command(
        OUTPUT "${output}"
        COMMAND "${embed_bytes}" ${ARGN} "${file}" > "${output}.new"
        COMMAND ${CMAKE_COMMAND} -E rename "${output}.new" "${output}"
        DEPENDS "${embed_bytes}" "${file}"
        COMMENT "Embedding ${file}"
        VERBATIM)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/${source}"
        PROPERTIES OBJECT_DEPENDS "${output}")
endfunction()
set(TABIA_BUILT_IN_BOOK "${PROJECT_SOURCE_DIR}/data/openings.txt")
embed(src/format/built_in_book.c format/openings.inc "${TABIA_BUILT_IN_BOOK}")
embed(src/format/built_in_names.c format/names.inc
      "${PROJECT_SOURCE_DIR}/data/names.tsv" -z)

add_library(tabia_objects OBJECT ${library_sources})
target_link_libraries(tabia_objects PRIVATE tabia_internal)
target_include_directories(tabia_objects PRIVATE "${generated}")
set(library_objects $<TARGET_OBJECTS:tabia_objects>)

# The move generator a second time, for processors with BMI2; the
# library chooses between the two when it runs.
set(movegen "${PROJECT_SOURCE_DIR}/src/chess/movegen.c")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    add_library(tabia_movegen_bmi2 OBJECT "${movegen}")
    target_link_libraries(tabia_movegen_bmi2 PRIVATE tabia_internal)
    target_compile_definitions(tabia_movegen_bmi2 PRIVATE
        TABIA_MOVEGEN_BMI2=1 TABIA_HAVE_MOVEGEN_BMI2=1)
    target_compile_options(tabia_movegen_bmi2 PRIVATE
        -mbmi -mbmi2 -mpopcnt -mlzcnt -mavx2)
    target_compile_definitions(tabia_objects PRIVATE TABIA_HAVE_MOVEGEN_BMI2=1)
    list(APPEND library_objects $<TARGET_OBJECTS:tabia_movegen_bmi2>)
endif()

# So is the reader of games, for AVX2.
set(game "${PROJECT_SOURCE_DIR}/src/pgn/game.c")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    add_library(tabia_game_avx2 OBJECT "${game}")
    target_link_libraries(tabia_game_avx2 PRIVATE tabia_internal)
    target_compile_definitions(tabia_game_avx2 PRIVATE
        TABIA_GAME_AVX2=1 TABIA_HAVE_GAME_AVX2=1 TABIA_HAVE_MOVEGEN_BMI2=1)
    target_compile_options(tabia_game_avx2 PRIVATE -mavx2 -mbmi -mbmi2)
    target_compile_definitions(tabia_objects PRIVATE TABIA_HAVE_GAME_AVX2=1)
    list(APPEND library_objects $<TARGET_OBJECTS:tabia_game_avx2>)
endif()

# The built-in book and the names once more, as they lie in memory: printed by
# a program that is the library with constants of its own.
add_executable(gen_books "${PROJECT_SOURCE_DIR}/tools/gen_books.c"
    ${library_objects})
set(library_needs jansson zstd z bz2 lzma xxhash pcre2-8 sqlite3 m)
target_link_libraries(gen_books PRIVATE tabia_internal ${library_needs})
set(built_in "${generated}/built_in_books.c")
set(built_in_files "${TABIA_BUILT_IN_BOOK}"
    "${PROJECT_SOURCE_DIR}/data/names.tsv")
add_custom_command(
    OUTPUT "${built_in}"
    COMMAND gen_books ${built_in_files} > "${built_in}.new"
    COMMAND ${CMAKE_COMMAND} -E rename "${built_in}.new" "${built_in}"
    DEPENDS gen_books ${built_in_files}
    COMMENT "Generating built_in_books.c"
    VERBATIM)
add_library(tabia_built_in OBJECT "${built_in}")
target_link_libraries(tabia_built_in PRIVATE tabia_internal)
list(APPEND library_objects $<TARGET_OBJECTS:tabia_built_in>)

foreach(kind IN ITEMS static shared)
    string(TOUPPER ${kind} KIND)
    add_library(tabia_${kind} ${KIND} ${library_objects})
    target_include_directories(tabia_${kind} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(tabia_${kind} PUBLIC Threads::Threads)
    target_link_libraries(tabia_${kind} PRIVATE ${library_needs})
    target_link_libraries(tabia_${kind} PRIVATE $<BUILD_INTERFACE:tabia_flags>)
    set_target_properties(tabia_${kind} PROPERTIES
        OUTPUT_NAME tabia
        LINKER_LANGUAGE C)
endforeach()

set_target_properties(tabia_shared PROPERTIES
    EXPORT_NAME tabia
    VERSION ${TABIA_ABI_VERSION}.${PROJECT_VERSION}
    SOVERSION ${TABIA_ABI_VERSION})
add_library(tabia::tabia ALIAS tabia_shared)
add_library(tabia::tabia_static ALIAS tabia_static)

# A sanitizer's own symbols are resolved by the program, not by the library.
if(NOT TABIA_SANITIZE)
    target_link_options(tabia_shared PRIVATE -Wl,-z,defs)
endif()
