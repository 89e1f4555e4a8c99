import Testing

@testable import ClientKit

@Suite("TLS through openssl")
struct SecureChannelTests {
  private let server = ServerAddress(host: "parlor.example", isSecure: true)

  @Test("The certificate must be for the requested host, by name or address")
  func names() {
    let words = SecureChannel.arguments(for: server)
    #expect(words.contains("-verify_return_error"))
    #expect(words.suffix(2) == ["-connect", "parlor.example:7779"])
    #expect(words.firstIndex(of: "-verify_hostname").map { words[$0 + 1] } == "parlor.example")
    let address = SecureChannel.arguments(for: ServerAddress(host: "::1", port: 1, isSecure: true))
    #expect(address.firstIndex(of: "-verify_ip").map { address[$0 + 1] } == "::1")
    #expect(!address.contains("-servername") && address.last == "[::1]:1")
  }

  @Test("An error of openssl becomes a sentence for people, and a mere warning does not")
  func sentences() {
    func failure(_ said: String) -> ConnectionError? { SecureChannel.failure(of: server, said: said) }
    #expect(
      failure("verify error:num=20:unable to get local issuer certificate\n40:error:0A000086:SSL routines:x")
        == .notTrusted(server, "unable to get local issuer certificate"))
    #expect(failure("40:error:8000006F:system library:BIO_connect:Connection refused:x") == .refused(server))
    #expect(failure("BIO_lookup_ex:system lib:Name or service not known") == .unknownHost("parlor.example"))
    #expect(
      failure("error:0A00010B:SSL routines:ssl3_get_record:wrong version number")
        == .notTrusted(server, "what answers there does not speak TLS"))
    #expect(failure("depth=0 CN = parlor.example\n") == nil)
    #expect(!ConnectionError.notTrusted(server, "").isWorthRetrying)
  }
}
