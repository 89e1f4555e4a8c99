internal import WireProtocol

/// Pairs of runs against two servers, alternating, so that other load of the machine affects both equally.
struct Comparison {
  private let rival: String
  let pairs: [(first: Measurement, second: Measurement)]

  /// Runs that many pairs; every second pair begins with the second server.
  init(_ options: LoadOptions, rival: Endpoint, _ kind: LoadOptions.Target) throws(Failure) {
    let first = LoadRun(options: options, target: .parlor, endpoint: options.endpoint)
    let second = LoadRun(options: options.forRival, target: kind, endpoint: rival)
    self.rival = kind.rawValue
    var pairs: [(first: Measurement, second: Measurement)] = []
    for number in 0..<options.pairs {
      if number % 2 == 0 {
        let mine = try first.measure()
        pairs.append((mine, try second.measure()))
      } else {
        let theirs = try second.measure()
        pairs.append((try first.measure(), theirs))
      }
    }
    self.pairs = pairs
  }

  private var ratios: [Double] { pairs.map { $0.first.headline.value / max(1e-9, $0.second.headline.value) } }

  var text: String {
    guard let sample = pairs.first?.first else { return "no pairs" }
    let name = String(sample.headline.key.map { $0 == "_" ? " " : $0 })
    var lines = ["\(sample.mix), \(sample.crowd): \(name), parlor against \(rival)"]
    for (number, pair) in pairs.enumerated() {
      lines.append("  pair \(number + 1)   \(Self.row(pair.first, pair.second))   ratio \(Self.ratio(ratios[number]))")
    }
    let medians =
      Self.padded(FigureText.median(pairs.map(\.first.headline.value)))
      + Self.padded(FigureText.median(pairs.map(\.second.headline.value)))
    lines.append("  median   \(medians)   ratio \(Self.ratio(FigureText.median(ratios)))")
    for share in [0.5, 0.99] {
      let mine = FigureText.median(pairs.map { Double($0.first.latencies.percentile(share)) / 1000 })
      let theirs = FigureText.median(pairs.map { Double($0.second.latencies.percentile(share)) / 1000 })
      lines.append("  p\(Int(share * 100)) µs   \(Self.padded(mine))\(Self.padded(theirs))")
    }
    if let row = processorRow { lines.append(row) }
    return lines.joined(separator: "\n")
  }

  /// The processor time per request of each server, if both processes are known: other work on the machine affects it
  /// less than throughput.
  private var processorRow: String? {
    let mine = pairs.compactMap { $0.first.processorMicroseconds }
    let theirs = pairs.compactMap { $0.second.processorMicroseconds }
    guard mine.count == pairs.count, theirs.count == pairs.count else { return nil }
    let (first, second) = (FigureText.median(mine), FigureText.median(theirs))
    return
      "  cpu µs per request   \(FigureText.text(first, digits: 2))   \(FigureText.text(second, digits: 2))   ratio "
      + Self.ratio(first / max(1e-9, second))
  }

  var json: JSONObject {
    [
      "against": .string(rival), "ratio": FigureText.json(FigureText.median(ratios), digits: 3),
      "pairs": .array(
        zip(pairs, ratios).map { pair, ratio -> JSON in
          var object: JSONObject = ["ratio": FigureText.json(ratio, digits: 3), "parlor": .object(pair.first.json)]
          object[rival] = .object(pair.second.json)
          return .object(object)
        }),
    ]
  }

  private static func row(_ first: Measurement, _ second: Measurement) -> String {
    padded(first.headline.value) + padded(second.headline.value)
  }

  private static func padded(_ value: Double) -> String {
    let text = FigureText.text(value, digits: 0)
    return String(repeating: " ", count: max(1, 12 - text.count)) + text
  }

  private static func ratio(_ value: Double) -> String { FigureText.text(value, digits: 2) }
}
