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
    #expect(Base64.byteCount(of: text) == plain.utf8.count)
    #expect(Base64.bytes(of: text) == Array(plain.utf8))
  }

  @Test("Any bytes come back from their text, and nothing outside of the alphabet stands for any")
  func base64AndBack() {
    for count in 0...260 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
      for alphabet in [Base64.Alphabet.standard, .url] {
        #expect(Base64.bytes(of: Base64.text(of: bytes, alphabet), alphabet) == bytes)
      }
    }
    let digits = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for byte in UInt8.min...UInt8.max {
      for place in 0..<8 {
        var text = Array("AAAABBBB".utf8)
        text[place] = byte
        let isPadding = byte == UInt8(ascii: "=") && place == 7
        let found = text.withUnsafeBytes { Base64.bytes(of: $0) }
        #expect((found != nil) == (digits.contains(byte) || isPadding), "byte \(byte) at \(place)")
      }
    }
  }

  @Test("In addresses the last two characters of the alphabet are - and _")
  func forAddresses() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
    #expect(Base64.text(of: bytes) == "++//")
    #expect(Base64.text(of: bytes, .url) == "--__")
    #expect(Base64.byteCount(of: "--__", .url) == 3 && Base64.byteCount(of: "--__") == nil)
  }

  @Test("What is no base 64 stands for no bytes", arguments: ["Zg=", "Zg", "Zg===", "=Zg=", "Z g=", "Zm9_", "Zm9v\n"])
  func noBase64(text: String) { #expect(Base64.byteCount(of: text) == nil) }

  @Test("A number's bytes begin with the most significant")
  func bigEndian() {
    #expect(UInt32(0x0102_0304).bigEndianBytes == [1, 2, 3, 4])
    #expect(UInt64(1).bigEndianBytes == [0, 0, 0, 0, 0, 0, 0, 1])
  }
}
