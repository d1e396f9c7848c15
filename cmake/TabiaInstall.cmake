# What 'make install' puts where, in the parts that packages are made of.

include(CMakePackageConfigHelpers)

install(TARGETS tabia
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT command)
install(TARGETS tabia_shared tabia_static EXPORT tabiaTargets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
        NAMELINK_COMPONENT development
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
install(DIRECTORY include/tabia
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development
        FILES_MATCHING PATTERN "*.h")
install(FILES "${PROJECT_BINARY_DIR}/include/tabia_probe.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development)
install(DIRECTORY "${PROJECT_BINARY_DIR}/manual/man1"
        DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT command)
install(FILES "${PROJECT_BINARY_DIR}/manual/tabia.bash"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
        COMPONENT command RENAME tabia)
install(FILES "${PROJECT_BINARY_DIR}/manual/tabia.zsh"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions"
        COMPONENT command RENAME _tabia)
install(FILES "${PROJECT_BINARY_DIR}/manual/tabia.fish"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
        COMPONENT command)
# The pages that help and man pages name.
install(DIRECTORY docs
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT command
        PATTERN cli EXCLUDE)

set(TABIA_PYTHON_DIR "lib/python3/dist-packages" CACHE STRING
    "Folder of the Python module, below the prefix")
install(FILES python/tabia.py
        DESTINATION "${TABIA_PYTHON_DIR}" COMPONENT python)

# Relative to the file itself: the prefix may change when installing.
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX
           BASE_DIRECTORY "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig"
           OUTPUT_VARIABLE TABIA_PC_PREFIX)
configure_file(cmake/tabia.pc.in tabia.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/tabia.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
        COMPONENT development)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tabia")
configure_package_config_file(cmake/tabiaConfig.cmake.in tabiaConfig.cmake
    INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(tabiaConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES
        "${PROJECT_BINARY_DIR}/tabiaConfig.cmake"
        "${PROJECT_BINARY_DIR}/tabiaConfigVersion.cmake"
        DESTINATION "${package_dir}" COMPONENT development)
install(EXPORT tabiaTargets NAMESPACE tabia::
        DESTINATION "${package_dir}" COMPONENT development)
