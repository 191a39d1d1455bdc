# For a module that travels: what Debian has as an archive that a shared library may take in is linked in, under the
# names that the rooms use. Objects are compiled the same, so that both forms share a cache.
#
#   gauze_archive(TARGET FILE)    an imported target for an archive
function(gauze_archive target file)
  find_library(archive_${file} NAMES ${file} REQUIRED NO_CACHE)
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${archive_${file}})
endfunction()

gauze_archive(PkgConfig::sodium libsodium.a)
gauze_archive(OpenSSL::Crypto libcrypto.a)
gauze_archive(ZLIB::ZLIB libz.a)
gauze_archive(SQLite::SQLite3 libsqlite3.a)
