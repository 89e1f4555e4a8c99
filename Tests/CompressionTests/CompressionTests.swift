import Foundation
import GameKit
import TestSeed
import Testing

@testable import Compression

@Suite("Compression")
struct CompressionTests {
  @Test("The checksums are those of RFC 1950 and of PNG")
  func checksums() {
    #expect(Array("Wikipedia".utf8).withUnsafeBufferPointer(adler32) == 0x11E6_0398)
    #expect([UInt8](repeating: 255, count: 20_000).withUnsafeBufferPointer(adler32) == 0x9F51_D664)
    #expect(crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(crc32(Array("IEND".utf8)) == 0xAE42_6082)
  }

  @Test("Inflating returns the deflated bytes, in each of the three forms")
  func deflated() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for round in 0..<TestLength.count(short: 100, long: 2000) {
      let most = round % 4 == 0 ? 255 : round % 4
      let input = (0..<generator.number(below: 2000)).map { _ in UInt8(generator.number(below: most + 1)) }
      let stream = Deflate.zlib(input, distances: round % 2 == 0 ? [1, 301] : [1, 7, 40, 1500])
      #expect(Inflate.blocks(Array(stream[2...].dropLast(4)), most: 2000) == input, "round \(round), seed \(seed)")
      #expect(Inflate.gzip(Deflate.gzip(input), most: 2000) == input, "round \(round), seed \(seed)")
      #expect(Inflate.blocks(Deflate.block(input), most: 2000) == input, "round \(round), seed \(seed)")
    }
    // Matches at the greatest distance, and one byte beyond.
    let noise = (0..<32_768).map { _ in UInt8(generator.number(below: 256)) }
    for gap in [0, 1] {
      let input = noise + [UInt8](repeating: 7, count: gap) + noise.prefix(300)
      #expect(Inflate.gzip(Deflate.gzip(input), most: 40_000) == input)
    }
  }

  @Test("A block written by another program is read: zlib 1.2.13, level 9, fixed codes")
  func others() {
    let block = Data(
      base64Encoded:
        "q1ZKS0wuUbJSys0vS01R0lEqys/PVbIyNDM3Nzc2NtZRKk4tVLIyNjSq5arGq9QUrtS4litxFBANGFi5+EUk5ZQ1dI3MbRzdvANCo+JTMvOK"
        + "K2qb2nsmTpu9YOmq9Vt27jt84uyl63cePnv94euv/wA=")
    let text =
      #"{"fact":"moved","room":16777333,"seq":312}"# + "\n" + #"{"fact":"moved","room":16777335,"seq":313}"# + "\n"
    let expected =
      Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 300)
      + stride(from: 0, to: 256, by: 5).map { UInt8($0) }
    #expect(block.flatMap { Inflate.blocks(Array($0), most: 438) } == expected)
    #expect(block.flatMap { Inflate.blocks(Array($0), most: 437) } == nil)
  }

  @Test("Blocks written by another program are read: zlib 1.2.13, codes of its own, and bytes as they are")
  func othersInBlocks() {
    let blocks = Data(
      base64Encoded:
        "hNE5DsJAEETRnGN07MAz09v4NoglQxaLSCzuDskUmSv/arXqbXI9nl6yyG19X84yyWNdb7IUj4jW2iTPy12WVurnsO2mirSzNEZanaRaR9oa"
        + "S/tIdSapJdIgqeOqKUkTv3ohaccCnvupFuwaRtK/VhItNVxNoqWBXzvRsnksoDPRsjp21UK0DFpaiJYlrlai5RW/NqLlFkiJlvexqyrRCmip"
        + "Ea0fAlKilQW/OtFKxwLx0/oCAAD//wEoANf/AA0sXaH3X9pnBrd6UDgyP16P0iePCZU05ah9ZF5qiLn8UbgxvVsLzg==")
    let lines = (0..<24).map { #"{"fact":"moved","room":\#(16_777_333 + $0 * $0),"seq":\#(312 + 7 * $0)}"# + "\n" }
    let noise = (0..<40).map { UInt8(truncatingIfNeeded: ($0 * $0 * 73 + $0 * 31) >> 3) }
    #expect(blocks.flatMap { Inflate.blocks(Array($0), most: 1072) } == Array(lines.joined().utf8) + noise)
    #expect(blocks.flatMap { Inflate.blocks(Array($0), most: 1071) } == nil)
  }

  @Test("Codes are as short as they can be, never longer than allowed, and leave none unused")
  func codes() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    // Weights with which the best code has one symbol at each length, up to 39 bits.
    var weights = [1, 1]
    while weights.count < 40 { weights.append(weights[weights.count - 1] + weights[weights.count - 2]) }
    #expect(PrefixCode(counts: Array(weights.prefix(8)), longest: 15).lengths == [7, 7, 6, 5, 4, 3, 2, 1])
    // Six symbols fit into three bits in one way only.
    #expect(PrefixCode(counts: [1, 1, 2, 4, 8, 16], longest: 3).lengths == [3, 3, 3, 3, 2, 2])
    #expect(PrefixCode(counts: [0, 5, 0], longest: 15).lengths == [0, 1, 0])
    #expect(PrefixCode(counts: [0, 0], longest: 7).lengths == [0, 0])
    for round in 0..<TestLength.count(short: 100, long: 3000) {
      let longest = round % 2 == 0 ? 15 : 7
      let counts = (0..<(round % 2 == 0 ? 286 : 19)).map { _ in
        generator.number(below: 3) == 0 ? 0 : weights[generator.number(below: weights.count)]
      }
      let code = PrefixCode(counts: counts, longest: longest)
      #expect(zip(counts, code.lengths).allSatisfy { ($0 > 0) == ($1 > 0) }, "seed \(seed)")
      #expect(code.lengths.allSatisfy { $0 <= longest }, "seed \(seed)")
      let taken = code.lengths.filter { $0 > 0 }.reduce(0) { $0 + 1 << (longest - $1) }
      #expect(taken == 1 << longest || code.lengths.count { $0 > 0 } < 2, "seed \(seed)")
    }
  }

  @Test("A block has the shortest form: bytes as they are, fixed codes, or codes of its own")
  func forms() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let header = 10
    func form(_ input: [UInt8]) -> UInt8 { Deflate.gzip(input)[header] >> 1 & 3 }
    let noise = (0..<3000).map { _ in UInt8(generator.number(below: 256)) }
    #expect(form(noise) == 0 && Deflate.gzip(noise).count <= noise.count + 10 + 5 + 8, "seed \(seed)")
    #expect(form([]) == 1 && form(Array("parlor".utf8)) == 1)
    let letters = (0..<3000).map { _ in UInt8(ascii: "a") + UInt8(generator.number(below: 8)) }
    #expect(form(letters) == 2 && Deflate.gzip(letters).count < 3000 / 2, "seed \(seed)")
  }

  private static let hasPython = (try? inflated(by: "import sys", [])) != nil

  @Test("Python's zlib reads what is written", .enabled(if: hasPython, "python3 is not installed"))
  func readByOthers() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    // Texts of few and of many symbols, with and without repetitions, from none to more than three blocks.
    let inputs = [0, 1, 2, 3, 4, 300, 5000, 40_000, 60_000].flatMap { count in
      [1, 2, 60, 256].map { symbols in
        (0..<count).map { UInt8(generator.number(below: 1 + ($0 % 512 < 300 ? symbols - 1 : 0))) }
      }
    }
    let script = """
      import sys, zlib, base64
      for line in sys.stdin:
        print(base64.b64encode(zlib.decompress(base64.b64decode(line), 47)).decode())
      """
    let streams = inputs.map { Deflate.gzip($0) } + inputs.map { Deflate.zlib($0, distances: [1, 512]) }
    let read = try Self.inflated(by: script, streams.map { Data($0).base64EncodedString() })
    #expect(read == (inputs + inputs).map { Data($0).base64EncodedString() }, "seed \(seed)")
  }

  /// What a script prints for lines that it reads.
  private static func inflated(by script: String, _ lines: [String]) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: printed, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test("Truncated, changed or random blocks are refused or give bounded output, and never trap")
  func broken() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let fixed = Deflate.block(Array(String(repeating: "parlor wordle 1234 ", count: 40).utf8))
    let text = (0..<900).map { _ in UInt8(ascii: "a") + UInt8(generator.number(below: 1 + generator.number(below: 20)))
    }
    let own = Array(Deflate.gzip(text)[10...].dropLast(8))
    for whole in [fixed, own] {
      for length in 0..<whole.count { #expect(Inflate.blocks(Array(whole[..<length]), most: 4096) == nil) }
    }
    for round in 0..<TestLength.count(short: 3000, long: 300_000) {
      var changed = round % 2 == 0 ? fixed : own
      for _ in 0...generator.number(below: 4) {
        changed[generator.number(below: changed.count)] = UInt8(generator.number(below: 256))
      }
      #expect((Inflate.blocks(changed, most: 1000)?.count ?? 0) <= 1000, "seed \(seed)")
    }
  }
}
