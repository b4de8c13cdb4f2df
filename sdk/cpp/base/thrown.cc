#include "sdk/cpp/base/thrown.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>
#include <memory>
#include <typeinfo>

namespace pentathlon {
namespace {

std::string NameOf(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 ? name.get() : type.name();
}

}  // namespace

std::optional<Thrown> Catch(const std::function<void()>& call) {
  try {
    call();
    return std::nullopt;
  } catch (const std::exception& error) {
    return Thrown{NameOf(typeid(error)), std::string(": ") + error.what()};
  } catch (...) {
    return Thrown{"something other than a std::exception", ""};
  }
}

}  // namespace pentathlon
