internal import WireProtocol

struct Measurement {
  struct Figure {
    /// The name in JSON; for people, underscores become spaces.
    let key: String
    let value: Double
    var digits = 0
  }

  let mix: String
  let target: String
  let connections: Int
  /// Pending requests per connection; 0 for a paced run.
  var outstanding = 0
  let seconds: Double
  /// The figure for comparing runs.
  var headline: Figure
  var others: [Figure] = []
  var latencies = Latencies()

  /// The server's processor time per request, in microseconds; `nil` if its process is unknown.
  var processorMicroseconds: Double?

  var figures: [Figure] {
    var figures = [headline] + others
    if let processorMicroseconds {
      figures.append(Figure(key: "server_cpu_us_per_request", value: processorMicroseconds, digits: 2))
    }
    if latencies.count > 0 {
      for (key, share) in [("p50_us", 0.5), ("p90_us", 0.9), ("p99_us", 0.99), ("p999_us", 0.999)] {
        figures.append(Figure(key: key, value: Double(latencies.percentile(share)) / 1000, digits: 1))
      }
      figures.append(Figure(key: "max_us", value: Double(latencies.maximum) / 1000, digits: 1))
    }
    return figures
  }

  var crowd: String {
    "\(connections) connections" + (outstanding > 0 ? ", \(outstanding) outstanding" : "")
  }

  var text: String {
    let head = "\(mix) on \(target), \(crowd), \(FigureText.text(seconds, digits: 1)) s"
    let width = figures.map(\.key.count).max() ?? 0
    let lines = figures.map { figure in
      let name = String(figure.key.map { $0 == "_" ? " " : $0 })
      return "  \(name)\(String(repeating: " ", count: width - name.count + 2))"
        + FigureText.text(figure.value, digits: figure.digits)
    }
    return ([head] + lines).joined(separator: "\n")
  }

  var json: JSONObject {
    var object: JSONObject = [
      "mix": .string(mix), "target": .string(target), "connections": .int(connections),
      "outstanding": .int(outstanding), "seconds": .double(seconds),
    ]
    for figure in figures { object[figure.key] = FigureText.json(figure.value, digits: figure.digits) }
    return object
  }
}
