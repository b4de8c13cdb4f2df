// A store in its own folder, whose statements a test can watch.
#ifndef TESTS_REFEREE_STORE_SPIED_STORE_H_
#define TESTS_REFEREE_STORE_SPIED_STORE_H_

#include <functional>
#include <memory>
#include <utility>

#include "referee/store/open_store.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {

// Hears of the statements of a connection.
struct Spy {
  // Called before a statement runs.
  std::function<void(absl::string_view sql)> on_statement =
      [](absl::string_view) {};
  // Called when a read or a transaction is over, before its caller knows that.
  std::function<void()> on_end = [] {};
};

// Passes everything on to a real connection.
class SpiedConnection : public SqlConnection {
 public:
  SpiedConnection(std::unique_ptr<SqlConnection> real, Spy& spy)
      : real_(std::move(real)), spy_(spy) {}

  SqlStatement* Prepared(absl::string_view sql) override {
    spy_.on_statement(sql);
    return real_->Prepared(sql);
  }
  void Execute(absl::string_view sql) override { real_->Execute(sql); }
  void BeginCall() override { real_->BeginCall(); }
  void Begin(bool repeatable) override { real_->Begin(repeatable); }
  void Commit() override { real_->Commit(); }
  void Rollback() override { real_->Rollback(); }
  bool MayRepeat(int attempt) override { return real_->MayRepeat(attempt); }
  int64_t Now() override { return real_->Now(); }
  absl::StatusOr<int64_t> SchemaVersion() override {
    return real_->SchemaVersion();
  }
  void SetSchemaVersion(int64_t version) override {
    real_->SetSchemaVersion(version);
  }
  std::string Name() const override { return real_->Name(); }
  const absl::Status& error() const override { return real_->error(); }
  void Fail(absl::Status error) override { real_->Fail(std::move(error)); }
  absl::Status TakeError() override {
    // This is a copy, since the function may replace itself.
    const std::function<void()> on_end = spy_.on_end;
    on_end();
    return real_->TakeError();
  }

 private:
  const std::unique_ptr<SqlConnection> real_;
  Spy& spy_;
};

// A store whose reading connection has a spy.
class SpiedStore {
 public:
  SpiedStore() {
    Connections connections =
        *ConnectToSqlite(folder_.File("store"), Durability::kProcessKill);
    connections.reader =
        std::make_unique<SpiedConnection>(std::move(connections.reader), spy_);
    store_ = *Store::Open(std::move(connections), kDefaultReferee);
  }

  Store& operator*() { return *store_; }
  Store* operator->() { return store_.get(); }
  Spy& spy() { return spy_; }

 private:
  TemporaryFolder folder_;
  Spy spy_;
  std::unique_ptr<Store> store_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_SPIED_STORE_H_
