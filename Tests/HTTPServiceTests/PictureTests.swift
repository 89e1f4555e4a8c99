import Compression
import GameKit
import TestSeed
import Testing

@testable import HTTPService

@Suite("Pictures of shared grids")
struct PictureTests {
  @Test("The picture of a text shows its tiles in their colours, and nothing else")
  func pixels() throws {
    let text = "Parlor Wordle 324 3/6\n\n⬛🟩⬛⬛🟨\n🟩🟩🟩🟩🟩"
    let rows = GridPicture.rows(of: text)
    #expect(rows == [[3, 1, 3, 3, 2], [1, 1, 1, 1, 1]])
    let png = GridPicture.png(rows)
    #expect(png.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let pixels = try #require(self.pixels(of: png))
    // Tiles of 64 pixels around the middle of 600 by 315, gaps in the background colour.
    #expect([-128, -64, 0, 64, 128].map { pixels[125][300 + $0] } == [3, 1, 3, 3, 2])
    #expect([-128, -64, 0, 64, 128].map { pixels[190][300 + $0] } == [1, 1, 1, 1, 1])
    #expect(pixels[0][0] == 0 && pixels[314][599] == 0 && pixels[125][300 - 32] == 0)
    #expect(GridPicture.png(GridPicture.rows(of: text.replacing("Wordle", with: "Secret"))) == png)
  }

  @Test("A picture can be made of a grid of any size", arguments: [(0, 0), (1, 1), (1, 500), (500, 1), (200, 200)])
  func sizes(columns: Int, rows: Int) throws {
    let png = GridPicture.png([[Int]](repeating: [Int](repeating: 1, count: columns), count: rows))
    let pixels = try #require(self.pixels(of: png))
    #expect(pixels.count == GridPicture.height && pixels.allSatisfy { $0.count == GridPicture.width })
    #expect(pixels.joined().contains(1) == (columns > 0))
  }

  @Test("The picture cache is bounded")
  func cache() {
    var cache = PictureCache()
    let first = cache.picture(of: [[1]])
    for index in 0..<(2 * PictureCache.most) { _ = cache.picture(of: [(0..<9).map { 1 + index >> $0 & 1 }]) }
    #expect(cache.count <= PictureCache.most)
    #expect(cache.picture(of: [[1]]) == first)
  }

  /// The palette index of each pixel.
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

  /// Reads a zlib stream; `nil` if it is corrupt.
  private func inflate(_ stream: [UInt8]) -> [UInt8]? {
    guard stream.count > 6, (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0,
      let output = Inflate.blocks(Array(stream[2...].dropLast(4)), most: 1 << 20)
    else { return nil }
    let expected = Int(output.withUnsafeBufferPointer(adler32))
    return stream.suffix(4).reduce(0) { $0 << 8 | Int($1) } == expected ? output : nil
  }
}
