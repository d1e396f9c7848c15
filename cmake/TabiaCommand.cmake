# The command, and what it says about itself: man pages and completion scripts
# are printed by the command that was just built.

# The programs' inner parts are a library of their own, so that tests and fuzz
# targets can reach them.
file(GLOB uci_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/uci/*.c")
add_library(tabia_uci STATIC ${uci_sources})
target_link_libraries(tabia_uci PUBLIC tabia_static tabia_internal)

# The page is built by node where that is there, into plain files; without
# them the server says how to get it.
include(TabiaPage)
set(page_generated "${PROJECT_BINARY_DIR}/generated/page")
set(page_table "${page_generated}/page_assets.c")
add_custom_command(
    OUTPUT "${page_table}"
    COMMAND "${PROJECT_SOURCE_DIR}/tools/embed.sh" "${TABIA_PAGE_DIR}"
            "${page_generated}"
    DEPENDS "${PROJECT_SOURCE_DIR}/tools/embed.sh" "${embed_bytes}"
            ${page_files}
    COMMENT "Packing the page"
    VERBATIM)

file(GLOB serve_sources CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/src/serve/*.c"
     "${PROJECT_SOURCE_DIR}/src/serve/*/*.c")
add_library(tabia_serve STATIC ${serve_sources} "${page_table}")
target_link_libraries(tabia_serve PUBLIC
    tabia_static tabia_internal microhttpd jansson)

file(GLOB command_sources CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/src/cli/*.c"
     "${PROJECT_SOURCE_DIR}/src/cli/*/*.c")
add_executable(tabia ${command_sources})
target_link_libraries(tabia PRIVATE
    tabia_serve tabia_uci tabia_static tabia_internal)
if(TABIA_COMMAND_DIR)
    set_target_properties(tabia PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY "${TABIA_COMMAND_DIR}")
endif()

set(manual_stamp "${PROJECT_BINARY_DIR}/manual/stamp")
set(emulator)
if(CMAKE_CROSSCOMPILING)
    set(emulator ${CMAKE_CROSSCOMPILING_EMULATOR})
    if(NOT emulator)
        message(FATAL_ERROR "Cross-compiling needs an emulator: the build runs "
            "programs that it made. Set CMAKE_CROSSCOMPILING_EMULATOR, for "
            "example to 'qemu-aarch64;-L;/usr/aarch64-linux-gnu'.")
    endif()
endif()
set(compress)
if(TABIA_DEB) # wants man pages compressed
    set(compress COMMAND sh -c "gzip -9n '${PROJECT_BINARY_DIR}/manual/man1'/*")
endif()
add_custom_command(
    OUTPUT "${manual_stamp}"
    COMMAND "${PROJECT_SOURCE_DIR}/tools/manual.sh"
            "${PROJECT_BINARY_DIR}/manual" ${emulator} $<TARGET_FILE:tabia>
    ${compress}
    COMMAND ${CMAKE_COMMAND} -E touch "${manual_stamp}"
    DEPENDS tabia "${PROJECT_SOURCE_DIR}/tools/manual.sh"
    COMMENT "Writing the man pages and the completion scripts"
    VERBATIM)
add_custom_target(manual ALL DEPENDS "${manual_stamp}")
