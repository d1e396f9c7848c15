# The libraries that tabia is built on. What is missing is named at once, with
# the Debian package that brings it; 'tools/setup.sh build' installs them all.

set(missing_packages)
# HEADER LIBRARY PACKAGE
function(tabia_needs header library package)
    find_path(${library}_HEADER ${header})
    find_library(${library}_LIBRARY ${library})
    mark_as_advanced(${library}_HEADER ${library}_LIBRARY)
    if(NOT ${library}_HEADER OR NOT ${library}_LIBRARY)
        message(NOTICE "missing: ${header} and lib${library}, on Debian in "
                       "the package ${package}")
        set(missing_packages ${missing_packages} ${package} PARENT_SCOPE)
    endif()
endfunction()

tabia_needs(jansson.h jansson libjansson-dev)
tabia_needs(microhttpd.h microhttpd libmicrohttpd-dev)
tabia_needs(zstd.h zstd libzstd-dev)
tabia_needs(zlib.h z zlib1g-dev)
tabia_needs(bzlib.h bz2 libbz2-dev)
tabia_needs(lzma.h lzma liblzma-dev)
tabia_needs(xxhash.h xxhash libxxhash-dev)
tabia_needs(pcre2.h pcre2-8 libpcre2-dev)
tabia_needs(sqlite3.h sqlite3 libsqlite3-dev)

if(missing_packages)
    list(JOIN missing_packages " " missing_packages)
    message(FATAL_ERROR "Libraries are missing. On Debian: "
            "apt-get install ${missing_packages}")
endif()
