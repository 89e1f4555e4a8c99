internal import Compression
internal import WireProtocol

/// A picture of a shared result's grid for messengers. It shows tiles only, since the text that it is made from holds
/// no letters.
///
/// A PNG of 600 by 315 pixels, the aspect ratio of link previews, with a palette of 16 colours.
enum GridPicture {
  static let (width, height) = (600, 315)
  /// Two pixels per byte.
  private static let rowBytes = width / 2

  /// The background, then the tiles in the order of `Tile`.
  private static let palette: [UInt32] = [
    0x121213, 0x4B8047, 0xB59F3B, 0x3A3A3C, 0x56575A, 0x8652C8, 0x2F6FC4, 0xB3560F, 0xB8322C, 0x7A4E2D,
  ]

  /// The rows of tiles in a shared text; its other lines are words.
  static func rows(of text: String) -> [[Int]] {
    text.split(separator: "\n").compactMap { line in
      let colours = line.filter { $0 != " " }.map { character in
        Tile(rawValue: character).flatMap { Tile.allCases.firstIndex(of: $0) }
      }
      return colours.isEmpty || colours.contains(nil) ? nil : colours.compactMap { $0.map { $0 + 1 } }
    }
  }

  /// The picture of these rows. Tiles are as large as fits; rows and columns that do not fit at 4 pixels per tile are
  /// left out.
  static func png(_ rows: [[Int]]) -> [UInt8] {
    let columns = rows.map(\.count).max() ?? 0
    let margin = 24
    let step = max(4, min(64, (width - 2 * margin) / max(1, columns), (height - 2 * margin) / max(1, rows.count)))
    let gap = max(1, step / 10)
    let shown = rows.prefix((height - 2 * margin) / step)
    var raw: [UInt8] = []
    raw.reserveCapacity((rowBytes + 1) * height)
    let ground = [UInt8](repeating: 0, count: rowBytes + 1)
    let top = (height - shown.count * step) / 2
    for _ in 0..<top { raw += ground }
    for row in shown {
      let line = line(of: row.prefix((width - 2 * margin) / step), step: step, gap: gap)
      for y in 0..<step { raw += y < step - gap ? line : ground }
    }
    while raw.count < ground.count * height { raw += ground }
    return file(Deflate.zlib(raw, distances: [1, rowBytes + 1]))
  }

  /// A line of pixels through a row of tiles, with its filter byte.
  private static func line(of row: ArraySlice<Int>, step: Int, gap: Int) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: width)
    let left = (width - row.count * step + gap) / 2
    for (index, colour) in row.enumerated() {
      let start = left + index * step
      for x in start..<(start + step - gap) { pixels[x] = UInt8(colour) }
    }
    return [0] + stride(from: 0, to: width, by: 2).map { pixels[$0] << 4 | pixels[$0 + 1] }
  }

  private static func file(_ data: [UInt8]) -> [UInt8] {
    let size = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes
    let colours = palette.flatMap { [UInt8($0 >> 16), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", size + [4, 3, 0, 0, 0])
      + chunk("PLTE", colours) + chunk("IDAT", data) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return UInt32(data.count).bigEndianBytes + body + crc32(body).bigEndianBytes
  }
}

/// Recent pictures by their rows: a link that is passed on is requested many times at once.
struct PictureCache {
  private var pictures: [[[Int]]: [UInt8]] = [:]

  var count: Int { pictures.count }

  /// The most pictures, of about a kilobyte each; then the cache is emptied.
  static let most = 256

  /// Returns the cached picture, or makes it.
  mutating func picture(of rows: [[Int]]) -> [UInt8] {
    if let known = pictures[rows] { return known }
    if pictures.count >= Self.most { pictures = [:] }
    let made = GridPicture.png(rows)
    pictures[rows] = made
    return made
  }
}
