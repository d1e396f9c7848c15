# The page of 'tabia serve': plain files in TABIA_PAGE_DIR. 'page_files' is
# what the table of embedded files depends on.

set(default_page_dir "${PROJECT_SOURCE_DIR}/build/web/dist")
set(TABIA_PAGE_DIR "${default_page_dir}" CACHE PATH "Folder of the built page")
find_program(NODE node)
find_program(NPM npm)

# A page that cannot be built is an error, unless there is no Node at all or
# nobody wants it: else two builds of one version would differ by chance.
if(NOT TABIA_PAGE)
    message(NOTICE "tabia serve: without its page (TABIA_PAGE is OFF)")
    set(TABIA_PAGE_DIR "${PROJECT_BINARY_DIR}/no-page")
    set(page_files)
elseif(NODE AND NPM AND TABIA_PAGE_DIR STREQUAL default_page_dir)
    file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS
         "${PROJECT_SOURCE_DIR}/web/*")
    list(FILTER page_sources EXCLUDE REGEX "/web/(test|node_modules)/")
    # The names of the built files hold hashes, so a stamp stands for them.
    set(page_files "${PROJECT_BINARY_DIR}/page.stamp")
    add_custom_command(
        OUTPUT "${page_files}"
        COMMAND "${PROJECT_SOURCE_DIR}/web/build.sh" build
        COMMAND ${CMAKE_COMMAND} -E touch "${page_files}"
        DEPENDS ${page_sources}
        COMMENT "Building the page"
        VERBATIM)
else()
    if(TABIA_PAGE_DIR STREQUAL default_page_dir)
        message(NOTICE "tabia serve: without its page (no node, or no npm)")
    endif()
    file(GLOB_RECURSE page_files CONFIGURE_DEPENDS "${TABIA_PAGE_DIR}/*")
endif()
