import Foundation
import Testing
import WireProtocol

@Suite("Bytes as text and numbers as bytes")
struct ByteTests {
  @Test(
    "Base 64 has the vectors of RFC 4648, section 10",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func base64(plain: String, text: String) {
    #expect(Base64.text(of: plain.utf8) == text)
  }

  @Test("Any bytes survive their text form, which Foundation reads")
  func base64AndBack() {
    for count in 0...260 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
      #expect(Data(base64Encoded: Base64.text(of: bytes)) == Data(bytes))
    }
  }

  @Test("In the URL alphabet the last two characters are - and _")
  func forAddresses() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
    #expect(Base64.text(of: bytes) == "++//")
    #expect(Base64.text(of: bytes, .url) == "--__")
  }

  @Test("A number's bytes are in network order")
  func bigEndian() {
    #expect(UInt32(0x0102_0304).bigEndianBytes == [1, 2, 3, 4])
    #expect(UInt64(1).bigEndianBytes == [0, 0, 0, 0, 0, 0, 0, 1])
  }
}
