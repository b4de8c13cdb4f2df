// TLS on listeners, with certificates made for each test.
#include <gmock/gmock.h>
#include <grpc/support/log.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <fstream>
#include <memory>
#include <sstream>

#include "tests/referee/services/referee_fixture.h"

namespace arena::referee {
namespace {

using ::grpc::StatusCode;
using ::testing::AllOf;
using ::testing::HasSubstr;

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Output = std::unique_ptr<FILE, decltype(&fclose)>;

void AddExtension(X509* certificate, int id, const char* value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

// Returns a certificate of this machine that is signed by its own key.
Certificate SelfSigned(EVP_PKEY* key) {
  Certificate certificate(X509_new(), &X509_free);
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_NAME* name = X509_get_subject_name(certificate.get());
  X509_NAME_add_entry_by_txt(
      name, "CN", MBSTRING_ASC,
      reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate.get(), name);
  X509_set_pubkey(certificate.get(), key);
  AddExtension(certificate.get(), NID_subject_alt_name,
               "DNS:localhost,IP:127.0.0.1");
  AddExtension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  X509_sign(certificate.get(), key, EVP_sha256());
  return certificate;
}

class TlsTest : public RefereeTest {
 protected:
  TlsTest() {
    // gRPC would log every handshake that is meant to fail.
    gpr_set_log_function([](gpr_log_func_args*) {});
    options_.listen = {"127.0.0.1:0"};
    options_.tls = {File("cert.pem"), File("key.pem")};
    options_.tls_local = true;
    MakePair("cert.pem", "key.pem");
  }

  ~TlsTest() override { gpr_set_log_function(nullptr); }

  std::string File(const std::string& name) const {
    return folder_ + "/" + name;
  }
  // Writes a new key and its certificate.
  void MakePair(const std::string& certificate_name,
                const std::string& key_name) {
    const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const Certificate certificate = SelfSigned(key.get());
    const Output key_file(fopen(File(key_name).c_str(), "w"), &fclose);
    PEM_write_PrivateKey(key_file.get(), key.get(), nullptr, nullptr, 0,
                         nullptr, nullptr);
    const Output certificate_file(fopen(File(certificate_name).c_str(), "w"),
                                  &fclose);
    PEM_write_X509(certificate_file.get(), certificate.get());
  }
  std::string Read(const std::string& name) const {
    std::ostringstream bytes;
    bytes << std::ifstream(File(name)).rdbuf();
    return bytes.str();
  }
  // Returns the code of a call on a connection of its own.
  StatusCode CallWith(std::shared_ptr<grpc::ChannelCredentials> credentials) {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto stub = v1::CatalogueService::NewStub(
        grpc::CreateCustomChannel(address(), credentials, arguments));
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    v1::ListGamesResponse response;
    return stub->ListGames(&context, {}, &response).error_code();
  }
  static std::shared_ptr<grpc::ChannelCredentials> Trusting(
      const std::string& pem) {
    grpc::SslCredentialsOptions tls;
    tls.pem_root_certs = pem;
    return grpc::SslCredentials(tls);
  }
  absl::Status StartError() { return Server::Start(options_).status(); }
};

TEST_F(TlsTest, CallsGoOverTls) {
  StartReferee();
  EXPECT_EQ(CallWith(Trusting(Read("cert.pem"))), StatusCode::OK);
}

TEST_F(TlsTest, CallsWithoutTlsFail) {
  StartReferee();
  EXPECT_EQ(CallWith(grpc::InsecureChannelCredentials()),
            StatusCode::UNAVAILABLE);
}

TEST_F(TlsTest, WhoTrustsAnotherCertificateDoesNotConnect) {
  MakePair("other.pem", "other-key.pem");
  StartReferee();
  EXPECT_EQ(CallWith(Trusting(Read("other.pem"))), StatusCode::UNAVAILABLE);
}

TEST_F(TlsTest, ANewCertificateIsTakenOver) {
  StartReferee();
  EXPECT_EQ(CallWith(Trusting(Read("cert.pem"))), StatusCode::OK);
  MakePair("cert.pem", "key.pem");
  const auto renewed = Trusting(Read("cert.pem"));
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (CallWith(renewed) != StatusCode::OK &&
         std::chrono::steady_clock::now() < deadline) {
  }
  EXPECT_EQ(CallWith(renewed), StatusCode::OK);
}

TEST_F(TlsTest, LoopbackStaysPlainUnlessToldOtherwise) {
  options_.tls_local = false;
  options_.tokens = true;
  options_.listen = {"127.0.0.1:0", "0.0.0.0:0"};
  ASSERT_THAT(CreateAdminToken(options_, "root"), IsOk());
  StartReferee();
  EXPECT_EQ(CallWith(grpc::InsecureChannelCredentials()), StatusCode::OK);
}

// ---- Options that do not start ----

TEST_F(TlsTest, AMissingCertificateIsNamed) {
  options_.tls.certificate = File("none.pem");
  EXPECT_THAT(StartError(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("--tls-cert"), HasSubstr("none.pem"))));
}

TEST_F(TlsTest, AMissingKeyIsNamed) {
  options_.tls.key = File("none.pem");
  EXPECT_THAT(StartError(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("--tls-key"), HasSubstr("none.pem"))));
}

TEST_F(TlsTest, ACertificateAloneIsNotEnough) {
  options_.tls.key.clear();
  EXPECT_THAT(StartError(), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("--tls-key is missing")));
}

TEST_F(TlsTest, ACertificateThatIsNoneIsNamed) {
  std::ofstream(File("cert.pem")) << "not a certificate";
  EXPECT_THAT(StartError(), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("no certificate in PEM")));
}

TEST_F(TlsTest, AKeyThatIsNoneIsNamed) {
  std::ofstream(File("key.pem")) << "not a key";
  EXPECT_THAT(StartError(), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("no unencrypted key")));
}

TEST_F(TlsTest, AKeyOfAnotherCertificateIsNamed) {
  MakePair("other.pem", "key.pem");
  EXPECT_THAT(StartError(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("is not the key of the certificate")));
}

TEST_F(TlsTest, ACertificateWithoutUseIsAMistake) {
  options_.tls_local = false;
  EXPECT_THAT(StartError(), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("--tls-local")));
}

TEST_F(TlsTest, OtherAddressesNeedTls) {
  options_.tls = {};
  options_.listen = {"0.0.0.0:0"};
  EXPECT_THAT(StartError(), StatusIs(absl::StatusCode::kInvalidArgument,
                                     HasSubstr("--tls-cert")));
}

TEST_F(TlsTest, OtherAddressesNeedTokens) {
  options_.listen = {"0.0.0.0:0"};
  EXPECT_THAT(StartError(), StatusIs(absl::StatusCode::kFailedPrecondition,
                                     HasSubstr("--create-admin-token")));
}

TEST_F(TlsTest, InsecureNeedsNeither) {
  options_.tls = {};
  options_.listen = {"0.0.0.0:0"};
  options_.insecure = true;
  EXPECT_THAT(StartError(), IsOk());
}

}  // namespace
}  // namespace arena::referee
