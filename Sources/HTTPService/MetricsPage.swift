/// Writes Prometheus' text format: for each metric its help, its type, and a line a sample.
struct MetricsPage {
  /// A value, and what tells it apart from others of its metric.
  struct Sample {
    let label: (name: String, value: String)?
    let value: Double

    static func of(_ name: String, _ label: String, _ value: Double) -> Sample {
      Sample(label: (name, label), value: value)
    }

    static func of(_ value: Double) -> Sample { Sample(label: nil, value: value) }
  }

  private(set) var bytes: [UInt8] = []

  /// A value that rises only.
  mutating func counter(_ name: String, _ help: String, _ samples: [Sample]) {
    family(name, help, "counter", samples)
  }

  mutating func counter(_ name: String, _ help: String, _ value: Double) { counter(name, help, [.of(value)]) }

  /// A value that goes up and down.
  mutating func gauge(_ name: String, _ help: String, _ samples: [Sample]) { family(name, help, "gauge", samples) }

  mutating func gauge(_ name: String, _ help: String, _ value: Double) { gauge(name, help, [.of(value)]) }

  /// Counts by upper bound; the format wants each to hold those before it.
  mutating func histogram(_ name: String, _ help: String, _ durations: Durations) {
    head(name, help, "histogram")
    var total = 0
    for (bound, count) in zip(durations.bounds.map(Self.text) + ["+Inf"], durations.counts) {
      total += count
      line("\(name)_bucket", .of("le", bound, Double(total)))
    }
    line("\(name)_sum", .of(durations.seconds))
    line("\(name)_count", .of(Double(total)))
  }

  private mutating func family(_ name: String, _ help: String, _ type: String, _ samples: [Sample]) {
    head(name, help, type)
    for sample in samples { line(name, sample) }
  }

  private mutating func head(_ name: String, _ help: String, _ type: String) {
    bytes += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n".utf8
  }

  private mutating func line(_ name: String, _ sample: Sample) {
    bytes += name.utf8
    if let label = sample.label { bytes += "{\(label.name)=\"\(Self.escaped(label.value))\"}".utf8 }
    bytes += " \(Self.text(sample.value))\n".utf8
  }

  /// Whole numbers without a point.
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
