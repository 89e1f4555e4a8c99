import GameKit
import TestSeed
import Testing

@testable import HTTPService

@Suite("Pictures of shared grids")
struct PictureTests {
  @Test("The checksums are those of RFC 1950 and of PNG")
  func checksums() {
    #expect(Array("Wikipedia".utf8).withUnsafeBufferPointer(adler32) == 0x11E6_0398)
    #expect([UInt8](repeating: 255, count: 20_000).withUnsafeBufferPointer(adler32) == 0x9F51_D664)
    #expect(crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(crc32(Array("IEND".utf8)) == 0xAE42_6082)
  }

  @Test("Whatever is deflated is what inflating gives back")
  func deflated() {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for round in 0..<TestLength.count(short: 100, long: 2000) {
      let most = round % 4 == 0 ? 255 : round % 4
      let input = (0..<generator.number(below: 2000)).map { _ in UInt8(generator.number(below: most + 1)) }
      let stream = Deflate.zlib(input, distances: round % 2 == 0 ? [1, 301] : [1, 7, 40, 1500])
      #expect(inflate(stream) == input, "round \(round), seed \(seed)")
      #expect(Inflate.gzip(Deflate.gzip(input)) == input, "round \(round), seed \(seed)")
    }
    // Repetitions as far back as may be, and one byte farther.
    let noise = (0..<32_768).map { _ in UInt8(generator.number(below: 256)) }
    for gap in [0, 1] {
      let input = noise + [UInt8](repeating: 7, count: gap) + noise.prefix(300)
      #expect(Inflate.gzip(Deflate.gzip(input)) == input)
    }
  }

  @Test("The picture of a text has its tiles in their colours, and says nothing else of it")
  func pixels() throws {
    let text = "Parlor Wordle 324 3/6\n\n⬛🟩⬛⬛🟨\n🟩🟩🟩🟩🟩"
    let rows = GridPicture.rows(of: text)
    #expect(rows == [[3, 1, 3, 3, 2], [1, 1, 1, 1, 1]])
    let png = GridPicture.png(rows)
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let pixels = try #require(self.pixels(of: png))
    // Tiles of 64 pixels around the middle of 600 by 315, the gaps in the colour of the ground.
    #expect([-128, -64, 0, 64, 128].map { pixels[125][300 + $0] } == [3, 1, 3, 3, 2])
    #expect([-128, -64, 0, 64, 128].map { pixels[190][300 + $0] } == [1, 1, 1, 1, 1])
    #expect(pixels[0][0] == 0 && pixels[314][599] == 0 && pixels[125][300 - 32] == 0)
    #expect(GridPicture.png(GridPicture.rows(of: text.replacing("Wordle", with: "Secret"))) == png)
  }

  @Test("No grid is too large or too small for a picture", arguments: [(0, 0), (1, 1), (1, 500), (500, 1), (200, 200)])
  func sizes(columns: Int, rows: Int) throws {
    let png = GridPicture.png([[Int]](repeating: [Int](repeating: 1, count: columns), count: rows))
    let pixels = try #require(self.pixels(of: png))
    #expect(pixels.count == GridPicture.height && pixels.allSatisfy { $0.count == GridPicture.width })
    #expect(pixels.joined().contains(1) == (columns > 0))
  }

  @Test("Pictures that are kept are bounded")
  func cache() {
    var cache = PictureCache()
    let first = cache.picture(of: [[1]])
    for index in 0..<(2 * PictureCache.most) { _ = cache.picture(of: [(0..<9).map { 1 + index >> $0 & 1 }]) }
    #expect(cache.count <= PictureCache.most)
    #expect(cache.picture(of: [[1]]) == first)
  }

  /// The palette's numbers of each pixel.
  private func pixels(of png: [UInt8]) -> [[UInt8]]? {
    func number(_ place: Int) -> Int { png[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
    var place = 8
    var data: [UInt8] = []
    while place + 12 <= png.count {
      let length = number(place)
      let body = Array(png[(place + 4)..<(place + 8 + length)])
      guard number(place + 8 + length) == Int(crc32(body)) else { return nil }
      if body.starts(with: "IDAT".utf8) { data += body.dropFirst(4) }
      place += 12 + length
    }
    guard let raw = inflate(data), raw.count % 301 == 0 else { return nil }
    return stride(from: 0, to: raw.count, by: 301).map { row in
      raw[(row + 1)..<(row + 301)].flatMap { [$0 >> 4, $0 & 15] }
    }
  }

  /// Reads a zlib stream; `nil` for one that is broken.
  private func inflate(_ stream: [UInt8]) -> [UInt8]? {
    guard stream.count > 6, (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0,
      let (output, checksum) = Inflate.block(in: stream, from: 2), checksum.count == 4
    else { return nil }
    let expected = Int(output.withUnsafeBufferPointer(adler32))
    return checksum.reduce(0) { $0 << 8 | Int($1) } == expected ? output : nil
  }
}

enum Inflate {
  /// Reads a gzip member without optional fields; `nil` for one that is broken.
  static func gzip(_ stream: [UInt8]) -> [UInt8]? {
    guard stream.count > 18, stream.starts(with: [0x1F, 0x8B, 8, 0]),
      let (output, trailer) = block(in: stream, from: 10),
      trailer.count == 8
    else { return nil }
    func word(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    return word(trailer.prefix(4)) == crc32(output) && Int(word(trailer.suffix(4))) == output.count ? output : nil
  }

  /// Reads one block with fixed codes, by the tables of RFC 1951, and returns what follows it; `nil` for anything else.
  static func block(in stream: [UInt8], from start: Int) -> (output: [UInt8], rest: ArraySlice<UInt8>)? {
    var place = start * 8
    func bits(_ count: Int, reversed: Bool = false) -> Int {
      (0..<count).reduce(0) { value, index in
        let bit = Int(stream[place / 8] >> UInt8(place % 8)) & 1
        place += 1
        return reversed ? value << 1 | bit : value | bit << index
      }
    }
    let lengths = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    ]
    let distances = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
      4097, 6145, 8193, 12_289, 16_385, 24_577,
    ]
    guard bits(3) == 3 else { return nil }
    var output: [UInt8] = []
    while place / 8 < stream.count - 4 {
      var code = bits(7, reversed: true)
      var symbol = 256 + code
      if code > 23 {
        code = code << 1 | bits(1)
        if code < 0xC0 {
          symbol = code - 0x30
        } else if code < 0xC8 {
          symbol = 280 + code - 0xC0
        } else {
          code = code << 1 | bits(1)
          symbol = 144 + code - 0x190
        }
      }
      if symbol == 256 {
        return (output, stream[((place + 7) / 8)...])
      }
      guard symbol > 256 else {
        output.append(UInt8(symbol))
        continue
      }
      let index = symbol - 257
      let length = lengths[index] + (index < 8 || index == 28 ? 0 : bits(index / 4 - 1))
      let far = bits(5, reversed: true)
      let distance = distances[far] + (far < 4 ? 0 : bits(far / 2 - 1))
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return nil
  }
}
