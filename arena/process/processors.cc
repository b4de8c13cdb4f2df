#include "arena/process/processors.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace arena {
namespace {

namespace fs = std::filesystem;

// All threads of a process, of its children, and so on.
void AddTasks(pid_t process, std::set<pid_t>& tasks) {
  std::error_code error;
  for (const auto& task : fs::directory_iterator(
           absl::StrCat("/proc/", process, "/task"), error)) {
    pid_t id = 0;
    if (!absl::SimpleAtoi(task.path().filename().string(), &id)) continue;
    tasks.insert(id);
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) AddTasks(child, tasks);
  }
}

}  // namespace

Processors OwnProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  Processors processors;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return processors;
  for (int number = 0; number < CPU_SETSIZE; ++number) {
    if (CPU_ISSET(number, &set)) processors.push_back(number);
  }
  return processors;
}

std::string ProcessorsText(const Processors& processors) {
  std::string text;
  for (size_t i = 0; i < processors.size(); ++i) {
    size_t last = i;
    while (last + 1 < processors.size() &&
           processors[last + 1] == processors[last] + 1) {
      ++last;
    }
    absl::StrAppend(&text, text.empty() ? "" : ",", processors[i]);
    if (last > i) absl::StrAppend(&text, "-", processors[last]);
    i = last;
  }
  return text;
}

std::optional<Processors> ParseProcessors(absl::string_view text) {
  std::set<int> numbers;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    const std::vector<absl::string_view> ends = absl::StrSplit(part, '-');
    int first = 0, last = 0;
    if (ends.size() > 2 || !absl::SimpleAtoi(ends.front(), &first) ||
        !absl::SimpleAtoi(ends.back(), &last) || first < 0 || last < first ||
        last >= CPU_SETSIZE) {
      return std::nullopt;
    }
    for (int number = first; number <= last; ++number) numbers.insert(number);
  }
  return Processors(numbers.begin(), numbers.end());
}

int CoreOf(int processor) {
  std::ifstream siblings(absl::StrCat("/sys/devices/system/cpu/cpu", processor,
                                      "/topology/thread_siblings_list"));
  std::string text;
  std::getline(siblings, text);
  const auto all = ParseProcessors(text);
  return all.has_value() ? all->front() : processor;
}

cpu_set_t SetOf(const Processors& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int number : processors) CPU_SET(number, &set);
  return set;
}

void BindProcesses(pid_t process, const Processors& processors) {
  const cpu_set_t set = SetOf(processors);
  std::set<pid_t> bound;
  // A bound task binds the tasks that it starts. The next look finds tasks that
  // were started just before.
  constexpr int kMostLooks = 4;
  for (int look = 0; look < kMostLooks; ++look) {
    std::set<pid_t> tasks;
    AddTasks(process, tasks);
    if (absl::c_includes(bound, tasks)) return;
    for (const pid_t task : tasks) sched_setaffinity(task, sizeof(set), &set);
    bound.insert(tasks.begin(), tasks.end());
  }
}

}  // namespace arena
