// The places in which a process writes its memories for later processes.
#ifndef TESTS_BOTS_REMEMBERER_DIARY_H_
#define TESTS_BOTS_REMEMBERER_DIARY_H_

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/arena/sandbox/escapes/kernel_diary.h"

namespace rememberer {

// Each page is a line. Not thread-safe.
class Diary {
 public:
  // Skips every file that cannot be written. Call one of these two first, or
  // keep no diary.
  void KeepIn(std::vector<std::string> files) { files_ = std::move(files); }
  // Keeps the diary in the system's memory (see KernelDiary). `kinds` are
  // separated by commas. The diary is read once: reading takes long and spoils
  // it.
  void KeepInKernel(const std::string& kinds) {
    std::istringstream names(kinds);
    for (std::string kind; std::getline(names, kind, ',');) {
      kernel_.emplace_back(kind);
      found_ += kernel_.back().Read();
    }
  }

  void Write(const std::string& page) const {
    for (const std::string& file : files_) {
      std::ofstream(file, std::ios::app) << page + "\n";
    }
    for (const auto& kernel : kernel_) {
      std::string all = kernel.Read() + page + "\n";
      // The newest pages, as many as fit.
      while (all.size() > kernel.room()) all.erase(0, all.find('\n') + 1);
      kernel.Write(all);
    }
  }
  std::vector<std::string> Pages() const {
    std::vector<std::string> pages;
    const auto add_lines = [&pages](std::istream& text) {
      for (std::string line; std::getline(text, line);) pages.push_back(line);
    };
    for (const std::string& name : files_) {
      std::ifstream file(name);
      add_lines(file);
    }
    std::istringstream found(found_);
    add_lines(found);
    return pages;
  }

 private:
  std::vector<std::string> files_;
  std::vector<arena::escapes::KernelDiary> kernel_;
  std::string found_;
};

// ---- Pages ----

// A short name for something long, equal for equal things.
inline std::string ShortName(const std::string& text) {
  unsigned hash = 2166136261u;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619u;
  }
  std::ostringstream name;
  name << std::hex << (hash & 0xffffffu);
  return name.str();
}

// Cards as letters, and back.
inline std::string LettersOf(const std::vector<int>& cards) {
  std::string letters;
  for (const int card : cards) letters += static_cast<char>('0' + card);
  return letters;
}
inline std::vector<int> CardsOf(const std::string& letters) {
  std::vector<int> cards;
  for (const char letter : letters) cards.push_back(letter - '0');
  return cards;
}

}  // namespace rememberer

#endif  // TESTS_BOTS_REMEMBERER_DIARY_H_
