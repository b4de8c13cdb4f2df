#include "referee/kubernetes/pod_manifest.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/core/secrets.h"
#include "referee/kubernetes/wire/request.h"

namespace arena::kubernetes {
namespace {

constexpr int64_t kMiB = int64_t{1} << 20;
// The user "nobody".
constexpr int kUser = 65532;
// The time limit of a pod that nobody else has ended.
constexpr int kMostSeconds = 24 * 3600;
// How long the companion may take to bring the files.
constexpr int kReadySeconds = 120;
// The memory of a companion beside archives and files.
constexpr int64_t kCompanionMemory = 64 * kMiB;
// The space that nodes need for a bot's output, and for its last message.
constexpr int64_t kLogBytes = 128 * kMiB;
// A file takes whole blocks of a disk.
constexpr int64_t kBlock = 4096;
constexpr int64_t kSocketFolderBytes = 16 * kMiB;
constexpr char kInitProgram[] = "/usr/local/bin/pod-init";

int64_t InMiB(int64_t bytes) { return (bytes + kMiB - 1) / kMiB; }

std::string Mebibytes(int64_t bytes) {
  return absl::StrCat(InMiB(bytes), "Mi");
}

// Kubernetes replaces $(NAME) in commands and variables.
std::string Literal(const std::string& text) {
  return absl::StrReplaceAll(text, {{"$", "$$"}});
}

Json Literals(const std::vector<std::string>& words) {
  Json list = Json::array();
  for (const std::string& word : words) list.push_back(Literal(word));
  return list;
}

// Requests as much as the limit, so that no other bot takes the resources away.
Json Resources(const std::string& cores, int64_t memory, int64_t disk) {
  const Json most = {{"cpu", cores},
                     {"memory", Mebibytes(memory)},
                     {"ephemeral-storage", Mebibytes(disk)}};
  return {{"requests", most}, {"limits", most}};
}

Json Confined() {
  return {{"allowPrivilegeEscalation", false},
          {"readOnlyRootFilesystem", true},
          {"runAsNonRoot", true},
          {"capabilities", {{"drop", {"ALL"}}}}};
}

Json Mount(const char* volume, const char* place, bool read_only) {
  return {{"name", volume}, {"mountPath", place}, {"readOnly", read_only}};
}

Json Variable(const std::string& name, const std::string& value) {
  return {{"name", name}, {"value", Literal(value)}};
}

// ---- Containers ----

Json Companion(const PodSettings& settings, const PodPlan& plan,
               const sandbox::Job& job) {
  Json arguments = {
      absl::StrCat("--gateway=", settings.gateway),
      absl::StrCat("--init=", kInitProgram),
      absl::StrCat("--most-bytes=", MostFolderBytes(plan, job))};
  for (const std::string& socket : plan.sockets) {
    arguments.push_back(absl::StrCat("--socket=", socket));
  }
  if (job.writes_folder) arguments.push_back("--keep");
  // The archive, and the files if they are in memory.
  int64_t memory = kCompanionMemory + plan.archive_bytes;
  if (job.writes_folder) {
    memory += plan.folder_bytes + plan.folder_entries * kBlock +
              FolderLimits(0).most_packed_bytes;
  }
  const int64_t disk =
      kCompanionMemory + plan.folder_bytes + plan.folder_entries * kBlock;
  return {
      {"name", kCompanionContainer},
      {"image", settings.companion_image},
      {"imagePullPolicy", "IfNotPresent"},
      // The companion runs beside the bot, and begins before it.
      {"restartPolicy", "Always"},
      {"command", {"pod-companion"}},
      {"args", arguments},
      {"env", {Variable(kKeyVariable, plan.key)}},
      {"startupProbe",
       {{"exec",
         {{"command",
           {"pod-companion", absl::StrCat("--ready=", kSocketFolder)}}}},
        {"periodSeconds", 1},
        {"timeoutSeconds", 5},
        {"failureThreshold", kReadySeconds}}},
      {"resources", Resources("100m", memory, disk)},
      {"securityContext", Confined()},
      {"volumeMounts",
       {Mount("folder", kBotFolder, false),
        Mount("sockets", kSocketFolder, false)}}};
}

Json Bot(const PodPlan& plan, const sandbox::Job& job) {
  Json variables = {Variable("HOME", "/tmp"), Variable("TMPDIR", "/tmp"),
                    Variable("LANG", "C.UTF-8")};
  for (const auto& [name, value] : job.variables) {
    variables.push_back(Variable(name, value));
  }
  Json bot = {{"name", kBotContainer},
              {"image", plan.image},
              {"imagePullPolicy", "IfNotPresent"},
              {"workingDir", kBotFolder},
              {"env", variables},
              {"resources", Resources(absl::StrCat(job.limits.cores),
                                      job.limits.memory_bytes, kLogBytes)},
              {"securityContext", Confined()},
              {"volumeMounts",
               {Mount("folder", kBotFolder, !job.writes_folder),
                Mount("sockets", kSocketFolder, true),
                Mount("tmp", "/tmp", false)}}};
  // The command of the image is not known, so pod-init cannot be put before it.
  if (job.command.empty()) return bot;
  bot["command"] = {absl::StrCat(kSocketFolder, "/", kInitName),
                    absl::StrCat(job.limits.open_files),
                    absl::StrCat(job.limits.file_bytes)};
  bot["args"] = Literals(job.command);
  return bot;
}

// ---- Volumes ----

// In memory the system limits the volume's size. On a disk the node only looks
// now and then, so the disk is for files that no bot writes.
Json Volume(const char* name, int64_t bytes, bool in_memory) {
  Json folder = {{"sizeLimit", Mebibytes(bytes)}};
  if (in_memory) folder["medium"] = "Memory";
  return {{"name", name}, {"emptyDir", folder}};
}

}  // namespace

int64_t MostFolderBytes(const PodPlan& plan, const sandbox::Job& job) {
  return job.writes_folder
             ? std::max(job.limits.scratch_bytes, plan.folder_bytes)
             : plan.folder_bytes;
}

std::string LabelOf(absl::string_view name) {
  constexpr size_t kKept = 40;
  constexpr size_t kDigits = 10;
  std::string label(name.substr(0, kKept));
  bool same = label.size() == name.size() && !name.empty();
  for (char& letter : label) {
    if (absl::ascii_isalnum(letter) || letter == '-') continue;
    letter = '-';
    same = false;
  }
  // A label begins and ends with a letter or a digit.
  if (same && label.front() != '-' && label.back() != '-') return label;
  return absl::StrCat("r", label, "-",
                      absl::BytesToHexString(Sha256(name)).substr(0, kDigits));
}

Json PodManifest(const PodSettings& settings, const PodPlan& plan,
                 const sandbox::Job& job) {
  const int64_t folder =
      MostFolderBytes(plan, job) + plan.folder_entries * kBlock + kMiB;
  Json spec = {
      {"restartPolicy", "Never"},
      // The bot gets no rights, and no information about the cluster.
      {"automountServiceAccountToken", false},
      {"enableServiceLinks", false},
      {"hostname", "arena"},
      {"dnsPolicy", "None"},
      {"dnsConfig", {{"nameservers", {"127.0.0.1"}}}},
      // The companion's key is in its environment.
      {"shareProcessNamespace", false},
      {"activeDeadlineSeconds", kMostSeconds},
      {"terminationGracePeriodSeconds",
       job.writes_folder ? kKeepSeconds : kEndSeconds},
      {"securityContext",
       {{"runAsNonRoot", true},
        {"runAsUser", kUser},
        {"runAsGroup", kUser},
        {"seccompProfile", {{"type", "RuntimeDefault"}}}}},
      {"initContainers", {Companion(settings, plan, job)}},
      {"containers", {Bot(plan, job)}},
      {"volumes",
       {Volume("folder", folder, job.writes_folder),
        Volume("sockets", kSocketFolderBytes, true),
        Volume("tmp", job.limits.scratch_bytes, true)}}};
  if (!settings.runtime_class.empty()) {
    spec["runtimeClassName"] = settings.runtime_class;
  }
  Json pod = {{"apiVersion", "v1"},
              {"kind", "Pod"},
              {"metadata",
               {{"name", plan.name},
                {"namespace", settings.name_space},
                {"labels",
                 {{"app.kubernetes.io/name", "bot"},
                  {"app.kubernetes.io/part-of", "pentathlon"},
                  {kRunnerLabel, settings.runner}}},
                {"annotations", {{"pentathlon.arena/job", job.id}}}}},
              {"spec", spec}};
  if (!settings.lease_uid.empty()) {
    pod["metadata"]["ownerReferences"] = {
        {{"apiVersion", "coordination.k8s.io/v1"},
         {"kind", "Lease"},
         {"name", settings.lease_name},
         {"uid", settings.lease_uid}}};
  }
  return pod;
}

}  // namespace arena::kubernetes
