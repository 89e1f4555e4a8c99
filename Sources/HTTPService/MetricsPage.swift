internal import ParlorCore
internal import WireProtocol

/// Writes Prometheus' text format: the help and type of each metric, and one line per sample.
struct MetricsPage {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ metric: Metric, _ value: Double) {
    head(metric)
    line(metric.rawValue, nil, value)
  }

  /// - Parameter samples: values by the metric's label.
  mutating func add(_ metric: Metric, _ samples: [(String, Double)]) {
    head(metric)
    for (value, sample) in samples { line(metric.rawValue, metric.label.map { ($0, value) }, sample) }
  }

  /// Writes a histogram; the format requires cumulative counts.
  mutating func add(_ metric: Metric, _ durations: Durations) {
    head(metric)
    var total = 0
    for (bound, count) in zip(durations.bounds.map(Self.text) + ["+Inf"], durations.counts) {
      total += count
      line("\(metric.rawValue)_bucket", ("le", bound), Double(total))
    }
    line("\(metric.rawValue)_sum", nil, durations.seconds)
    line("\(metric.rawValue)_count", nil, Double(total))
  }

  private mutating func head(_ metric: Metric) {
    bytes += "# HELP \(metric.rawValue) \(metric.help)\n# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n".utf8
  }

  private mutating func line(_ name: String, _ label: (name: String, value: String)?, _ value: Double) {
    bytes += name.utf8
    if let label { bytes += "{\(label.name)=\"\(Self.escaped(label.value))\"}".utf8 }
    bytes += " \(Self.text(value))\n".utf8
  }

  /// Whole numbers are written without a decimal point.
  private static func text(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.append(character)
      }
    }
  }
}
