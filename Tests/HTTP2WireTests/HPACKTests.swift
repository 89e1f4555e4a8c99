import GameKit
import TestSeed
import Testing

@testable import HTTP2Wire

@Suite("HPACK, by the examples of RFC 7541")
struct HPACKTests {
  /// Blocks of one connection, their header lines, and the final table, the newest entry first.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let blocks: [String]
    let lines: [[String]]
    let table: [String]

    init(_ section: String, _ blocks: [String], _ lines: [[String]], table: [String] = []) {
      (testDescription, self.blocks, self.lines, self.table) = (section, blocks, lines, table)
    }
  }

  private static let requests = [
    [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"],
    [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com", "cache-control: no-cache"],
    [
      ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com", "custom-key: custom-value",
    ],
  ]
  private static let requestTable = [
    "custom-key: custom-value", "cache-control: no-cache", ":authority: www.example.com",
  ]
  private static let cookie = "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"
  private static let answers = [
    [
      ":status: 302", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT",
      "location: https://www.example.com",
    ],
    [
      ":status: 307", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:21 GMT",
      "location: https://www.example.com",
    ],
    [
      ":status: 200", "cache-control: private", "date: Mon, 21 Oct 2013 20:13:22 GMT",
      "location: https://www.example.com", "content-encoding: gzip", cookie,
    ],
  ]
  private static let answerTable = [cookie, "content-encoding: gzip", "date: Mon, 21 Oct 2013 20:13:22 GMT"]

  /// Appendix C. In C.5 and C.6 the table has 256 bytes, which is set first here.
  private static let appendixC = [
    Example(
      "C.2.1", ["400a637573746f6d2d6b65790d637573746f6d2d686561646572"], [["custom-key: custom-header"]],
      table: ["custom-key: custom-header"]),
    Example("C.2.2", ["040c2f73616d706c652f70617468"], [[":path: /sample/path"]]),
    Example("C.2.3", ["100870617373776f726406736563726574"], [["password: secret"]]),
    Example("C.2.4", ["82"], [[":method: GET"]]),
    Example(
      "C.3",
      [
        "828684410f7777772e6578616d706c652e636f6d", "828684be58086e6f2d6361636865",
        "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
      ], requests, table: requestTable),
    Example(
      "C.4",
      [
        "828684418cf1e3c2e5f23a6ba0ab90f4ff", "828684be5886a8eb10649cbf",
        "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
      ], requests, table: requestTable),
    Example(
      "C.5",
      [
        "3fe1014803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d54"
          + "6e1768747470733a2f2f7777772e6578616d706c652e636f6d", "4803333037c1c0bf",
        "88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b48514b"
          + "425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31",
      ], answers, table: answerTable),
    Example(
      "C.6",
      [
        "3fe101488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82"
          + "ae43d3", "4883640effc1c0bf",
        "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af2708"
          + "7f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
      ], answers, table: answerTable),
  ]

  @Test("An example is decoded", arguments: appendixC)
  func examples(_ example: Example) throws {
    var decoder = HPACKDecoder()
    #expect(try example.blocks.map { text(try decoder.decode(hex($0))) } == example.lines)
    #expect(text(decoder.dynamicFields) == example.table)
  }

  @Test("A truncated block throws, or has fewer lines", arguments: appendixC)
  func cuts(_ example: Example) throws {
    let block = hex(example.blocks[0])
    for cut in 0..<block.count {
      var decoder = HPACKDecoder()
      guard let fields = try? decoder.decode(block[..<cut]) else { continue }
      #expect(example.lines[0].starts(with: text(fields)) && fields.count < example.lines[0].count, "cut at \(cut)")
    }
  }

  @Test("Numbers match section C.1")
  func numbers() throws {
    for (number, bits, bytes) in [(10, 5, [10]), (1_337, 5, [31, 154, 10]), (42, 8, [42])] as [(Int, Int, [UInt8])] {
      var written: [UInt8] = []
      written.append(integer: number, prefixBits: bits, first: 0)
      #expect(written == bytes)
      var reader = HPACKReader(bytes)
      #expect(try reader.integer(prefixBits: bits) == number)
    }
  }

  @Test("Every byte has the code of appendix B")
  func codes() throws {
    #expect(try HPACKHuffman.decode(hex(Self.allBytes)[...]) == Array(0...255))
  }

  @Test("Encoded lines are decoded, whatever they contain, and not indexed")
  func written() throws {
    var generator = SeededGenerator(seed: TestSeed.make())
    let names = [":path", ":method", "te", "content-type", "x", "token", ""]
    var decoder = HPACKDecoder()
    for _ in 0..<TestLength.count(short: 200, long: 20_000) {
      let fields = (0..<generator.number(below: 6)).map { _ in
        HPACKField(
          generator.pick(names),
          String(repeating: generator.pick(["POST", "ü", "/", "~"]), count: generator.number(below: 90)))
      }
      #expect(try decoder.decode(HPACKEncoding.block(of: fields)) == fields)
    }
    #expect(decoder.dynamicFields.isEmpty)
    #expect(HPACKEncoding.block(of: [HPACKField(":method", "POST"), HPACKField(":scheme", "http")]) == [0x83, 0x86])
  }

  @Test(
    "An invalid block is refused",
    arguments: [
      // Index 0, an index after the table, and one after the static table while the dynamic one is empty.
      "80", "ff80808001", "be", "7f00", "c0",
      // An endless number, one that is too large, truncated strings.
      "ffffffffffffffffffff", "ff8080808001", "00", "0003", "000361", "007f", "00ff",
      // A table size above the limit, and one between lines.
      "3fe21f", "8220",
      // Huffman: EOS, padding with zeros, a whole byte of padding.
      "0084ffffffff00", "00810000", "0081ff00", "008207ff00",
    ])
  func nonsense(block: String) {
    var decoder = HPACKDecoder()
    #expect(throws: HTTP2Fault.self) { try decoder.decode(hex(block)) }
  }

  @Test("New entries evict old ones, and an entry that is too large evicts all")
  func table() throws {
    func kept(_ name: String, _ count: Int) -> [UInt8] {
      var block: [UInt8] = [0x40, UInt8(name.utf8.count)] + name.utf8
      block.append(integer: count, prefixBits: 7, first: 0)
      return block + [UInt8](repeating: UInt8(ascii: "v"), count: count)
    }
    var decoder = HPACKDecoder()
    for name in ["a", "b", "c", "d"] { _ = try decoder.decode(kept(name, 991)) }
    #expect(decoder.dynamicFields.map(\.name) == ["d", "c", "b", "a"])
    _ = try decoder.decode(kept("e", 1))
    #expect(decoder.dynamicFields.map(\.name) == ["e", "d", "c", "b"])
    _ = try decoder.decode(hex("3f8110"))
    #expect(decoder.dynamicFields.map(\.name) == ["e", "d"])
    _ = try decoder.decode(kept("f", 4_000))
    #expect(decoder.dynamicFields.isEmpty)
    _ = try decoder.decode(kept("g", 2))
    _ = try decoder.decode([0x20])
    #expect(decoder.dynamicFields.isEmpty)
  }

  @Test("A small block that expands to very many lines is refused")
  func bomb() throws {
    var decoder = HPACKDecoder()
    var block: [UInt8] = [0x40, 1, 0x61]
    block.append(integer: 3_000, prefixBits: 7, first: 0)
    block += [UInt8](repeating: 0x62, count: 3_000)
    _ = try decoder.decode(block)
    #expect(throws: HTTP2Fault.self) { try decoder.decode([UInt8](repeating: 0xBE, count: 1_000)) }
  }

  @Test("Random blocks never trap")
  func garbage() {
    var generator = SeededGenerator(seed: TestSeed.make())
    let blocks = Self.appendixC.flatMap(\.blocks).map(hex)
    for _ in 0..<TestLength.count(short: 3_000, long: 300_000) {
      var decoder = HPACKDecoder()
      for _ in 0..<3 {
        var block = generator.pick(blocks)
        for _ in 0..<generator.number(below: 4) {
          block[generator.number(below: block.count)] = UInt8(generator.number(below: 256))
        }
        _ = try? decoder.decode(block)
        #expect(decoder.dynamicFields.reduce(0) { $0 + $1.size } <= HPACKTable.mostBytes)
      }
    }
  }

  private func text(_ fields: [HPACKField]) -> [String] { fields.map { "\($0.name): \($0.value)" } }

  private func hex(_ digits: String) -> [UInt8] {
    let digits = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// The bytes 0 to 255, encoded by another program.
  private static let allBytes =
    "ffc7fffd8fffffe2fffffe3fffffe4fffffe5fffffe6fffffe7fffffe8ffffeafffffff3fffffa7fffffabffffffdfffffebffff"
    + "fecfffffedfffffeefffffefffffff0ffffff1ffffff2fffffffbfffffcffffffd3fffffd7fffffdbfffffdffffffe3fffffe7ff"
    + "fffebfffffed4fe3f9ffaffcabf1febfafefe7fdfd2cbb00089969b71d79fb9f7fff20ffbff3ff50ddbd7f061c58f265cd9f469d"
    + "5af66dddbf871e5f9cff7ff7fffc3ff9ffe45fff4719242cb34e6e9d68a6a3d7dac426defe3cfaf7fffbfe7ffbffdffffffcfffe"
    + "6ffff4bfff9ffffa3fffd3ffff53fffd5ffffb3fffeb7fffdaffffb7ffff73fffeeffffdeffffebffffbfffffd9ffffdbfffebff"
    + "ffe0ffffeeffffc3ffff8bffff1ffffe4fffee7fffb1ffff97fffd9ffffcdffff9fffffbffffdafffeeffff4ffffb7fffee7fffe"
    + "8ffffd3fffdeffffd5fffeeffffbdffffe1fffdfffff7fffff5ffffecffff07fff87fffe0ffff17fffedffff87ffff77fffeffff"
    + "eaffff8bfffe3ffff93ffff87fffcbffff37ffff1fffff83ffffe1fffebfffe3ffff3fffff2ffffa3ffffd9fffff17ffffc7ffff"
    + "f27ffffdefffffbffffff2fffff8fffffb7fff97fff8fffffe6fffffc1fffff87ffffe7fffffc5ffffe5fffe4ffff2fffffd1fff"
    + "ff4ffffffefffffe3fffffc9fffff97fffb3ffffcffffb7fffcdffff4ffff9ffffd1ffffcffffeaffffafffffddffffeffffff4f"
    + "ffff5fffffabffffa7ffffd7fffff9bffffecfffffb7fffff3fffffe8fffffd3fffffabfffff5fffffff7ffffecfffffdbfffffb"
    + "bfffff7ffffff0fffffbbf"
}
