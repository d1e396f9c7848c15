# The command, and what it says about itself: man pages and bash completion
# are printed by the command that was just built.

# The programs' inner parts are a library of their own, so that tests and fuzz
# targets can reach them.
file(GLOB uci_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/uci/*.c")
add_library(tabia_uci STATIC ${uci_sources})
target_link_libraries(tabia_uci PUBLIC tabia_static tabia_internal)

set(command_sources)
foreach(program IN ITEMS serve cli)
    file(GLOB found CONFIGURE_DEPENDS
         "${PROJECT_SOURCE_DIR}/src/${program}/*.c")
    list(APPEND command_sources ${found})
endforeach()

add_executable(tabia ${command_sources})
target_link_libraries(tabia PRIVATE tabia_uci tabia_static tabia_internal)
if(TABIA_COMMAND_DIR)
    set_target_properties(tabia PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY "${TABIA_COMMAND_DIR}")
endif()

set(manual_stamp "${PROJECT_BINARY_DIR}/manual/stamp")
set(compress)
if(TABIA_DEB) # wants man pages compressed
    set(compress COMMAND sh -c "gzip -9n '${PROJECT_BINARY_DIR}/manual/man1'/*")
endif()
add_custom_command(
    OUTPUT "${manual_stamp}"
    COMMAND "${PROJECT_SOURCE_DIR}/tools/manual.sh"
            $<TARGET_FILE:tabia> "${PROJECT_BINARY_DIR}/manual"
    ${compress}
    COMMAND ${CMAKE_COMMAND} -E touch "${manual_stamp}"
    DEPENDS tabia "${PROJECT_SOURCE_DIR}/tools/manual.sh"
    COMMENT "Writing the man pages and the bash completion"
    VERBATIM)
add_custom_target(manual ALL DEPENDS "${manual_stamp}")
