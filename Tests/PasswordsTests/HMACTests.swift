import Passwords
import Testing
import WireProtocol

@Suite("HMAC and PBKDF2")
struct HMACTests {
  /// RFC 4231, test cases 1 to 4, 6 and 7.
  static let vectors: [(key: [UInt8], message: [UInt8], hex: String)] = [
    (
      [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      Array(1...25), [UInt8](repeating: 0xCD, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      Array(
        "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
          .utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test("The codes equal those of RFC 4231", arguments: vectors)
  func codes(key: [UInt8], message: [UInt8], hex: String) {
    #expect(HMAC.code(of: message, key: key).hex == hex)
  }

  @Test("The keys equal those of RFC 7914, section 11")
  func derivedKeys() {
    let once = PBKDF2.key(password: "passwd".utf8, salt: "salt".utf8, iterations: 1, bytes: 64)
    #expect(
      Hex.text(of: once)
        == "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783")
    // The second example has 80,000 iterations, which is slow unoptimised: the key for 80 is from Python's hashlib.
    let often = PBKDF2.key(password: "Password".utf8, salt: "NaCl".utf8, iterations: 80, bytes: 40)
    #expect(Hex.text(of: often) == "5cd8c5198ca4ce355157529d232cfb4ef412a62851caf68baa9d3b6275a08f30732f01da58401ca0")
  }

  @Test("A key may have any length, even 0")
  func lengths() {
    let long = PBKDF2.key(password: "a".utf8, salt: "b".utf8, iterations: 1, bytes: 100)
    for count in [0, 1, 31, 32, 33, 64, 99] {
      let key = PBKDF2.key(password: "a".utf8, salt: "b".utf8, iterations: 1, bytes: count)
      #expect(key == Array(long.prefix(count)))
    }
    #expect(PBKDF2.key(password: "".utf8, salt: "".utf8, iterations: -1, bytes: -1).isEmpty)
  }
}
