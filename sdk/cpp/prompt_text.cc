#include "sdk/cpp/prompt_text.h"

#include <sstream>
#include <string>

#include "sdk/cpp/base/times.h"

namespace pentathlon {
namespace {

void WriteTime(const Prompt& prompt, bool may, std::ostream& out) {
  const auto left = prompt.TimeLeft();
  if (!left.has_value()) {
    if (!may) out << "\ntime left: no limit";
    return;
  }
  out << "\ntime left: " << SecondsText(*left);
}

void WritePosition(const v1::Prompt& prompt, std::ostream& out) {
  if (prompt.position_text().empty()) {
    out << "\n  there is no text; the fields are: "
        << prompt.observation().ShortDebugString();
    return;
  }
  std::istringstream lines(prompt.position_text());
  for (std::string line; std::getline(lines, line);) {
    out << "\n" << (line.empty() ? "" : "  ") << line;
  }
}

template <typename Actions>
void WriteOffered(uint32_t seat, const char* may, const Actions& actions,
                  std::ostream& out) {
  if (actions.empty()) return;
  out << "\nseat " << seat << " can " << may << ":";
  int index = 0;
  for (const v1::LegalAction& action : actions) {
    out << "\n  " << index++ << ": ";
    if (!action.text().empty()) {
      out << action.text();
    } else {
      out << "id " << action.id() << ", " << action.action().ShortDebugString();
    }
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Prompt& prompt) {
  const bool may = prompt.message().kind() == v1::DECISION_KIND_MAY;
  out << prompt.match().game() << ", match " << prompt.message().match_id()
      << ", seat " << prompt.seat() << ", decision " << prompt.decision()
      << (may ? ": announce or wait" : ": choose an action");
  WriteTime(prompt, may, out);
  WritePosition(prompt.message(), out);
  WriteOffered(prompt.seat(), "choose", prompt.actions(), out);
  WriteOffered(prompt.seat(), "announce", prompt.announcements(), out);
  return out;
}

}  // namespace pentathlon
