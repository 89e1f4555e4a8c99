import Testing
import WireProtocol

@Suite("SHA-256")
struct SHA256Tests {
  /// FIPS 180-4's examples and NIST's example of a million letters.
  static let vectors: [(message: String, hex: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ]

  @Test("The digests equal the standard's examples", arguments: vectors)
  func examples(message: String, hex: String) { #expect(SHA256.hash(message.utf8).hex == hex) }

  @Test("A million letters in pieces of any size have the published digest")
  func million() {
    var hash = SHA256()
    var (left, size) = (1_000_000, 1)
    while left > 0 {
      let piece = min(left, size)
      hash.update(repeatElement(UInt8(ascii: "a"), count: piece))
      left -= piece
      size = size % 4093 + 61
    }
    #expect(hash.finished().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("Messages around the length of a block are padded correctly")
  func blockEdges() {
    // Of 55, 56, 63, 64 and 65 zero bytes, from an independent implementation.
    let expected: [(Int, String)] = [
      (55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"),
      (56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"),
      (63, "c7723fa1e0127975e49e62e753db53924c1bd84b8ac1ac08df78d09270f3d971"),
      (64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"),
      (65, "98ce42deef51d40269d542f5314bef2c7468d401ad5d85168bfab4c0108f75f7"),
    ]
    for (count, hex) in expected { #expect(SHA256.hash(repeatElement(0, count: count)).hex == hex) }
  }

  @Test("Reading a digest does not change the message")
  func finishedTwice() {
    var hash = SHA256()
    hash.update("ab".utf8)
    _ = hash.finished()
    hash.update("c".utf8)
    #expect(hash.finished() == SHA256.hash("abc".utf8))
    #expect(hash.finished().bytes.count == 32)
  }

  @Test("Hexadecimal text has two lower-case digits per byte")
  func hex() { #expect(Hex.text(of: [0, 10, 255, 0x7f]) == "000aff7f") }
}
