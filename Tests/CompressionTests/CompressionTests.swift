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
      #expect(Inflate.block(Array(stream[2...].dropLast(4)), most: 2000) == input, "round \(round), seed \(seed)")
      #expect(Inflate.gzip(Deflate.gzip(input), most: 2000) == input, "round \(round), seed \(seed)")
      #expect(Inflate.block(Deflate.block(input), most: 2000) == input, "round \(round), seed \(seed)")
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
    #expect(block.flatMap { Inflate.block(Array($0), most: 438) } == expected)
    #expect(block.flatMap { Inflate.block(Array($0), most: 437) } == nil)
  }

  @Test("Truncated, changed or random blocks are refused or give bounded output, and never trap")
  func broken() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let whole = Deflate.block(Array(String(repeating: "parlor wordle 1234 ", count: 40).utf8))
    for length in 0..<whole.count { #expect(Inflate.block(Array(whole[..<length]), most: 4096) == nil) }
    for _ in 0..<TestLength.count(short: 3000, long: 300_000) {
      var changed = whole
      for _ in 0...generator.number(below: 4) {
        changed[generator.number(below: changed.count)] = UInt8(generator.number(below: 256))
      }
      #expect((Inflate.block(changed, most: 1000)?.count ?? 0) <= 1000, "seed \(seed)")
    }
  }
}
