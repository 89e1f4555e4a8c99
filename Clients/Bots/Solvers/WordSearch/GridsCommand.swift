internal import Catalogue
internal import CPoll
internal import GameKit
internal import WireProtocol
internal import WordSearch

struct GridsOptions {
  var count = 2000
  var size = 15
  var words = 20
  var level = 3
  var language = "es"
  var seed: UInt64 = 1
  var isJSON = false

  static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> GridsOptions {
    var options = GridsOptions()
    try Flag.parse(arguments, with: flags, over: &options)
    return options
  }

  static var flags: [Flag<GridsOptions>] {
    [
      .number("count", 1...10_000_000, "how many grids (default 2000)") { $0.count = $1 },
      .number("size", GridGenerator.sizes, "columns and rows (default 15)") { $0.size = $1 },
      .number("words", 1...60, "words in each (default 20)") { $0.words = $1 },
      .number("level", 1...Level.allCases.count, "its directions (default 3: all eight)") { $0.level = $1 },
      Flag(name: "language", value: "CODE", summary: "es, fr, de, it or pt (default es)") { $0.language = $1 },
      .number("seed", 0...Int.max, "of the words and the grids (default 1)") { $0.seed = UInt64($1) },
      Flag(name: "json", value: nil, summary: "one JSON object instead of text") { options, _ in options.isJSON = true
      },
    ]
  }
}

/// `parlor-bots grids`: measures how long WordSearch takes to make a grid, in this process and without a server.
enum GridsCommand {
  static func run(_ options: GridsOptions) throws {
    guard let language = TargetLanguage.all.first(where: { $0.code == options.language }) else {
      throw UsageError(message: "--language takes es, fr, de, it or pt, not \"\(options.language)\"")
    }
    let translations = try Translations(
      from: "en", to: language, words: try resource("en-\(language.code).txt"),
      blocked: try resource("block-\(language.code).txt"))
    let words = translations.entries.flatMap(\.targets)
    let generator = GridGenerator(letters: words.joined(), blocked: translations.blocked)
    guard let level = Level(rawValue: options.level) else { return }
    var random = SeededGenerator(seed: options.seed)
    var latencies = Latencies()
    var grown = 0
    for _ in 0..<options.count {
      let hidden = choose(options.words, of: words, noLongerThan: options.size, using: &random)
      let start = cpoll_nanoseconds()
      let grid = try generator.grid(hiding: hidden, size: options.size, level: level, using: &random)
      latencies.record(cpoll_nanoseconds() &- start)
      if grid.rows.count > options.size { grown += 1 }
    }
    report(latencies, grown, options)
  }

  private static func report(_ latencies: Latencies, _ grown: Int, _ options: GridsOptions) {
    let figures = [("median_us", 0.5), ("p99_us", 0.99), ("max_us", 1)].map { name, share in
      Measurement.Figure(key: name, value: Double(latencies.percentile(share)) / 1000, digits: 1)
    }
    if options.isJSON {
      var object: JSONObject = [
        "grids": .int(options.count), "size": .int(options.size), "words": .int(options.words),
        "level": .int(options.level), "grown": .int(grown),
      ]
      for figure in figures { object[figure.key] = FigureText.json(figure.value, digits: figure.digits) }
      return print(JSON.object(object).text)
    }
    print(
      "\(options.count) grids of \(options.size) by \(options.size), \(options.words) words, level \(options.level)")
    for figure in figures {
      let name = String(figure.key.map { $0 == "_" ? " " : $0 })
      print("  \(name)  \(FigureText.text(figure.value, digits: figure.digits))")
    }
    if grown > 0 { print("  \(grown) grew because their words did not fit") }
  }

  /// Random distinct words that do not contain each other, which the generator would reject.
  private static func choose(
    _ count: Int, of words: [String], noLongerThan size: Int, using random: inout SeededGenerator
  ) -> [String] {
    var chosen: [String] = []
    var plain: [String] = []
    // A list has thousands of words, so this many draws suffice for any allowed count.
    for _ in 0..<10_000 where chosen.count < count {
      let word = words[random.number(below: words.count)]
      let letters = String(word.map(GridSearch.plain))
      guard word.count <= size, !plain.contains(where: { overlaps($0, letters) }) else { continue }
      chosen.append(word)
      plain.append(letters)
    }
    return chosen
  }

  private static func overlaps(_ first: String, _ second: String) -> Bool {
    let reversed = String(second.reversed())
    return first.contains(second) || second.contains(first) || first.contains(reversed) || reversed.contains(first)
  }

  private static func resource(_ file: String) throws(Failure) -> [UInt8] {
    guard let path = Files.find("Sources/Games/WordSearch/Resources/\(file)"), let bytes = FileContents.read(path)
    else {
      throw Failure("\(file) is not to be found beside the executable or above it")
    }
    return bytes
  }
}
