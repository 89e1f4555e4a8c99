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
