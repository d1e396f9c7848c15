# Debian packages, made by 'make deb' in a build of its own: the command, the
# library, what is needed to compile against it, and the Python module.

if(NOT TABIA_DEB)
    return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tabia)
set(CPACK_PACKAGE_CONTACT "The Tabia authors <tabia@tabia.invalid>")
set(CPACK_DEBIAN_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL command library development python)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own

# COMPONENT PACKAGE SECTION SUMMARY TEXT
function(tabia_package component package section summary text)
    string(TOUPPER "${component}" name)
    set(prefix "CPACK_DEBIAN_${name}_PACKAGE")
    set(${prefix}_NAME "${package}" PARENT_SCOPE)
    set(${prefix}_SECTION "${section}" PARENT_SCOPE)
    set(${prefix}_SHLIBDEPS ON PARENT_SCOPE)
    set("CPACK_COMPONENT_${name}_DESCRIPTION" "${summary}\n${text}"
        PARENT_SCOPE)
endfunction()

tabia_package(command tabia utils
    "toolkit for chess opening books"
    "Checks, compiles, converts, merges, compares and draws opening books of\n\
over twenty formats, and plays from them in front of any UCI chess engine.")
tabia_package(library libtabia${TABIA_ABI_VERSION} libs
    "chess opening books (shared library)"
    "Reads, writes and searches chess opening books of over twenty formats.\n\
This package has the shared library.")
tabia_package(development libtabia-dev libdevel
    "chess opening books (development files)"
    "Reads, writes and searches chess opening books of over twenty formats.\n\
This package has the headers, the static library, and the files for\n\
pkg-config and CMake; also tabia_probe.h, which needs no library.")
tabia_package(python python3-tabia python
    "chess opening books (Python module)"
    "Finds, picks and names the moves of chess opening books, and converts\n\
books, by the shared library.")

set(same "libtabia${TABIA_ABI_VERSION} (= ${CPACK_DEBIAN_PACKAGE_VERSION})")
set(CPACK_DEBIAN_COMMAND_PACKAGE_SUGGESTS "stockfish, graphviz")
# The static library needs what 'tools/setup.sh build' installs.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${same}, libjansson-dev, libzstd-dev, zlib1g-dev, libbz2-dev, \
liblzma-dev, libxxhash-dev, libpcre2-dev, libsqlite3-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${same}, python3 (>= 3.9)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)

# Who is linked with the library needs this version of it; the loader's cache
# is brought up to date when it comes and goes.
set(control "${PROJECT_BINARY_DIR}/control")
string(JOIN " " shlibs "libtabia ${TABIA_ABI_VERSION}"
       "libtabia${TABIA_ABI_VERSION} (>= ${CPACK_DEBIAN_PACKAGE_VERSION})")
file(WRITE "${control}/shlibs" "${shlibs}\n")
file(WRITE "${control}/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
    "${control}/shlibs" "${control}/triggers")

# What Debian wants of every package, compressed in a way that is always the
# same. The date is that of the sources, if somebody says it.
string(TIMESTAMP changelog_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(packaging/changelog.in changelog @ONLY)
execute_process(COMMAND gzip -9nf "${PROJECT_BINARY_DIR}/changelog"
                COMMAND_ERROR_IS_FATAL ANY)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER "${component}" name)
    set(docs "${CMAKE_INSTALL_DATADIR}/doc")
    set(docs "${docs}/${CPACK_DEBIAN_${name}_PACKAGE_NAME}")
    install(FILES packaging/copyright "${PROJECT_BINARY_DIR}/changelog.gz"
            DESTINATION "${docs}" COMPONENT ${component})
endforeach()

include(CPack)
