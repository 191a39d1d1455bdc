# Boost.Asio and Beast: for servers, and for those who ask them.
include_guard(GLOBAL)
find_package(Threads REQUIRED)
add_library(asio INTERFACE)
target_link_libraries(asio INTERFACE Boost::headers Threads::Threads)
# Boost 1.74 knows coroutines only of GCC 10 and of an experimental header, and uses std::exchange without including it.
target_compile_definitions(asio INTERFACE BOOST_ASIO_HAS_CO_AWAIT BOOST_ASIO_HAS_STD_COROUTINE BOOST_ASIO_NO_DEPRECATED)
target_compile_options(asio INTERFACE SHELL:-include\ utility)
# GCC 12 misjudges, under sanitizers, how Asio frees the frames of coroutines.
target_compile_options(asio INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-mismatched-new-delete>)
# The thread sanitizer knows no fences. Asio's come on top of its locks: without them it must do with what the sanitizer sees.
if(GAUZE_SANITIZE MATCHES thread)
  target_compile_definitions(asio INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()
