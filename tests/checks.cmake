# What says the same in every build, so that a build with sanitizers leaves it
# to the one without: the source tree, the documents, what is installed, the
# page in a browser, and what takes long or counts memory.

# check(NAME TIMEOUT COMMAND...): status 77 says that something is missing.
function(check name timeout)
    add_test(NAME ${name} COMMAND ${ARGN})
    string(REGEX MATCH "^[a-z]+" label "${name}")
    set_tests_properties(${name} PROPERTIES
        LABELS ${label} TIMEOUT ${timeout} SKIP_RETURN_CODE 77
        ENVIRONMENT "${environment}")
endfunction()

set(here "${CMAKE_CURRENT_SOURCE_DIR}")
set(top "${PROJECT_SOURCE_DIR}")
set(command $<TARGET_FILE:tabia>)
find_program(CXX_COMPILER NAMES c++ g++ clang++)

# The source tree, and the tools that look at it.
check(check/layers 120 "${top}/tools/check_layers.sh")
check(check/style 120 "${top}/tools/check_style.sh")
check(check/words 120 "${top}/tools/check_words.sh" "${top}" ${command})
check(check/checks 120 "${here}/check_checks.sh")
check(check/comments 120 python3 "${here}/headers/check_comments.py"
    "${top}" "${CMAKE_C_COMPILER}" "${PROJECT_BINARY_DIR}/include")
check(check/fuzz 120 "${here}/check_fuzz.sh")
check(check/shared 120 "${here}/check_shared.sh")
check(check/embed 120 "${here}/check_embed.sh" "${top}" "${CMAKE_C_COMPILER}")
check(check/handlers 120 "${here}/check_handlers.sh" "${top}"
    "${CMAKE_C_COMPILER}")
check(serve/embed 120 "${here}/serve/embed.sh" "${top}" "${CMAKE_C_COMPILER}")

# The documents: as printed, as the command prints them, as their examples say.
check(check/docs 120 "${top}/tools/docs.sh" ${command})
check(check/readme 120 "${here}/check_readme.sh" "${top}/README.md" ${command}
    "${PROJECT_BINARY_DIR}" "${CMAKE_C_COMPILER}" ${CXX_COMPILER})
check(check/json 120 python3 "${here}/check_json.py" ${command}
    "${top}/docs/json-output.md")
if(TARGET test_deck)
    check(check/deck 60 python3 "${here}/check_deck.py"
        $<TARGET_FILE:test_deck>)
endif()
check(check/http 60 python3 "${top}/tools/http_types.py" --check)
check(check/review 600 python3 -B "${here}/review_oracle.py" ${command}
    "${top}/data/openings.txt"
    "${top}/../shared/data/pgn/twic_60mb.pgn.zst")
check(check/pages 300 "${here}/check_docs.sh" ${command} "${top}")
check(check/examples 240 "${here}/check_examples.sh" ${command} "${top}")
check(check/completion 120 "${here}/check_completion.sh" ${command})
check(check/manual 120 "${here}/check_manual.sh"
    "${PROJECT_BINARY_DIR}/manual/man1")

# What others build on.
check(check/api 120 "${here}/check_api.sh" "${top}/docs/api.md"
    "${top}/include" $<TARGET_FILE:tabia_shared> "${CMAKE_C_COMPILER}"
    ${CXX_COMPILER})
check(check/install 120 "${here}/check_install.sh" "${top}"
    "${PROJECT_BINARY_DIR}" "${CMAKE_C_COMPILER}")
if(TABIA_HARDEN AND CMAKE_BUILD_TYPE STREQUAL "Release")
    check(check/hardening 120 "${here}/check_hardening.sh"
        "${PROJECT_BINARY_DIR}" ${command} $<TARGET_FILE:tabia_shared>)
endif()
check(check/probe 300 "${here}/check_probe.sh" "${top}"
    "${PROJECT_BINARY_DIR}" ${command} "${CMAKE_C_COMPILER}" ${CXX_COMPILER})
check(check/python 300 "${here}/check_python.sh" "${top}"
    $<TARGET_FILE:tabia_shared> ${command} "${CMAKE_C_COMPILER}")

check(check/answers 120 "${here}/check_answers.sh" "${top}" ${command}
    $<TARGET_FILE:tabia_shared> "${CMAKE_C_COMPILER}" "${top}/include"
    "${PROJECT_BINARY_DIR}/include")
set_property(TEST check/answers APPEND PROPERTY ENVIRONMENT
    "PYTHONPATH=${top}/python")

# Disks that are full, commands that are killed, files that are opened once,
# builds beside PolyGlot's and
# with little memory.
foreach(name IN ITEMS full_disk kill opens)
    check(check/${name} 240 "${here}/check_${name}.sh" ${command} "${top}")
endforeach()
foreach(name IN ITEMS polyglot memory)
    check(build/${name} 600 "${here}/build/${name}.sh" ${command})
    set_property(TEST build/${name} APPEND PROPERTY ENVIRONMENT
        "MAKE_GAMES=$<TARGET_FILE:make_games>")
endforeach()

# The page's parts alone; pictures and the page in a browser, if there is one.
foreach(what IN ITEMS check test)
    check(web/${what} 300 "${top}/web/build.sh" ${what})
    set_tests_properties(web/${what} PROPERTIES RESOURCE_LOCK web)
endforeach()
check(browser/draw 600 "${here}/browser/run.sh" draw ${command})
set_tests_properties(browser/draw PROPERTIES RESOURCE_LOCK browser)
file(GLOB groups CONFIGURE_DEPENDS RELATIVE "${here}/browser/page"
    "${here}/browser/page/*.mjs")
foreach(file IN LISTS groups)
    string(REPLACE ".mjs" "" group ${file})
    check(browser/${group} 600 "${here}/browser/run.sh" page ${command}
        ${group})
    set_tests_properties(browser/${group} PROPERTIES
        RESOURCE_LOCK browser COST 50)
endforeach()
# These count frames and milliseconds.
set_tests_properties(browser/graph browser/trace PROPERTIES RUN_SERIAL TRUE)

# The schedule of practice beside that of ts-fsrs.
check(practice/fsrs 120 "${here}/practice/fsrs.sh" $<TARGET_FILE:fsrs_dump>)
