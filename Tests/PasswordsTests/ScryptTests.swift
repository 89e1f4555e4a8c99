import GameKit
import Passwords
import Testing
import WireProtocol

@Suite("scrypt")
struct ScryptTests {
  /// RFC 7914, section 12, except the last example, which takes a gigabyte.
  static let vectors: [(password: String, salt: String, log: Int, size: Int, parallel: Int, hex: String)] = [
    (
      "", "", 4, 1, 1,
      "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
    ),
    (
      "password", "NaCl", 10, 8, 16,
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    ),
    (
      "pleaseletmein", "SodiumChloride", 14, 8, 1,
      "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
        + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
    ),
  ]

  @Test("The keys equal those of RFC 7914", arguments: vectors)
  func keys(password: String, salt: String, log: Int, size: Int, parallel: Int, hex: String) throws {
    let scrypt = try #require(Scrypt(costLog2: log, blockSize: size, parallelization: parallel))
    #expect(Hex.text(of: scrypt.key(password: password.utf8, salt: salt.utf8, bytes: 64)) == hex)
  }

  @Test(
    "A cost outside the bounds is nil",
    arguments: [
      (0, 8, 1), (25, 8, 1), (16, 1, 1), (10, 0, 1), (10, 65, 1), (10, 8, 0), (10, 8, 17), (19, 8, 1), (-1, 8, 1),
      (.max, .max, .max), (.min, .min, .min),
    ])
  func bounds(log: Int, size: Int, parallel: Int) {
    #expect(Scrypt(costLog2: log, blockSize: size, parallelization: parallel) == nil)
  }

  @Test("The greatest cost is within the stated memory")
  func memory() throws {
    #expect(try #require(Scrypt(costLog2: 18)).memory == Scrypt.maximumMemory)
    #expect(try #require(Scrypt(costLog2: 15)).memory == 32 << 20)
  }
}

@Suite("Password verifiers")
struct PasswordVerifierTests {
  private func verifier(of password: String, seed: UInt64 = 1, log: Int = 4) throws -> PasswordVerifier {
    var generator = SeededGenerator(seed: seed)
    return PasswordVerifier(
      of: password.utf8, cost: try #require(Scrypt(costLog2: log, blockSize: 1)), using: &generator)
  }

  @Test("The right password matches, any other does not")
  func matches() throws {
    let verifier = try verifier(of: "correct horse")
    #expect(verifier.matches("correct horse".utf8))
    for wrong in ["", "correct horsf", "correct horse ", "Correct horse"] { #expect(!verifier.matches(wrong.utf8)) }
  }

  @Test("Equal passwords have different verifiers")
  func salts() throws {
    #expect(try verifier(of: "same", seed: 1) != verifier(of: "same", seed: 2))
    #expect(try !verifier(of: "same").text.contains("same"))
  }

  @Test("A verifier survives its text form")
  func text() throws {
    let verifier = try verifier(of: "sesame")
    let read = try #require(PasswordVerifier(text: verifier.text))
    #expect(read == verifier)
    #expect(read.matches("sesame".utf8))
    #expect(verifier.text.hasPrefix("scrypt$4$1$1$"))
  }

  @Test("A verifier knows the cost it was made at")
  func cost() throws {
    let verifier = try verifier(of: "sesame")
    #expect(verifier.isMade(at: try #require(Scrypt(costLog2: 4, blockSize: 1))))
    #expect(!verifier.isMade(at: try #require(Scrypt(costLog2: 5, blockSize: 1))))
  }

  @Test("Other text is not a verifier")
  func broken() throws {
    let text = try verifier(of: "sesame").text
    let parts = text.split(separator: "$").map(String.init)
    let broken = [
      "", "scrypt", String(text.dropLast()), String(text.dropLast(2)), text + "$", text + "00",
      text.replacing("scrypt", with: "bcrypt"), text.replacing("$4$", with: "$30$"),
      (parts.dropLast() + ["zz" + parts[5].dropFirst(2)]).joined(separator: "$"),
    ]
    for text in broken { #expect(PasswordVerifier(text: text) == nil, "\(text)") }
  }
}
