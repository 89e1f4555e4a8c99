/// Generates Swift types of limits, error codes and metrics.
extension SwiftWriter {
  /// All limits, as one type.
  mutating func limits() {
    let limits = table.declarations.filter { $0.kind == .limit }
    put("")
    put("/// Every limit of the server: one value, from which flags, `limits` and the documentation are made.")
    block("public struct Limits: Sendable") { out in
      for limit in limits {
        out.put("/// \(ReferenceWriter.sentence(limit.summary))")
        out.put("public var \(limit.swiftName) = \(limit.limit.standard)")
      }
      out.put("/// The standard values.")
      out.put("public init() {}")
      out.entryOfLimits()
      out.put("/// All limits, in the order in which people read them.")
      out.put("public static let entries: [Entry] = [")
      for limit in limits { out.put("  \(Self.entry(limit)),") }
      out.put("]")
    }
  }

  private mutating func entryOfLimits() {
    put("/// One limit as flags and messages name it.")
    block("public struct Entry: Sendable") { out in
      out.put("/// The name on the wire and in `--limit NAME=VALUE`.")
      out.put("public let name: String")
      out.put("/// What it bounds, in half a sentence.")
      out.put("public let summary: String")
      out.put("/// The values that make sense.")
      out.put("public let range: ClosedRange<Int>")
      out.put("/// What `--limits bench` sets it to, so that measurements do not run into it.")
      out.put("public let bench: Int?")
      out.put("/// Where the value stands.")
      out.put("public let value: any WritableKeyPath<Limits, Int> & Sendable")
    }
  }

  private static func entry(_ limit: Declaration) -> String {
    let (values, summary) = (limit.limit, SchemaValue.quoted(limit.summary))
    return """
      Entry(name: "\(limit.wireTypes[0])", summary: \(summary), \
      range: \(values.range.lowerBound)...\(values.range.upperBound), \
      bench: \(values.bench.map(String.init) ?? "nil"), value: \\.\(limit.swiftName))
      """
  }

  mutating func codes(file: String) {
    let codes = table.declarations.filter { $0.kind == .code && $0.place.file == file }
    guard !codes.isEmpty else { return }
    put("")
    put("/// The server's own error codes. Stable: a code is never renamed and never changes its meaning.")
    block("public enum ErrorCode: String, CaseIterable, Sendable") { out in
      out.cases(codes)
    }
  }

  mutating func metrics(file: String) {
    let metrics = table.declarations.filter { $0.kind == .metric && $0.place.file == file }
    guard !metrics.isEmpty else { return }
    put("")
    put("/// What the server counts, as `GET /metrics` names it.")
    block("public enum Metric: String, CaseIterable, Sendable") { out in
      out.cases(metrics)
      out.put("/// What a metric is in Prometheus' text format.")
      out.put("public enum Kind: String, Sendable { case counter, gauge, histogram }")
      out.property("kind: Kind", "What it is.", of: metrics) { ".\($0.metric.kind)" }
      out.property("label: String?", "What tells its samples apart.", of: metrics) {
        $0.metric.label.map(SchemaValue.quoted) ?? "nil"
      }
      out.property("help: String", "What it counts.", of: metrics) { SchemaValue.quoted($0.summary) }
    }
  }

  /// An enum case for each declaration, with its name in the table.
  private mutating func cases(_ declarations: [Declaration]) {
    for declaration in declarations {
      put("/// \(ReferenceWriter.sentence(declaration.summary))")
      put("case \(declaration.swiftName) = \"\(declaration.wireTypes[0])\"")
    }
  }

  /// A property with a value for each declaration.
  private mutating func property(
    _ head: String, _ summary: String, of declarations: [Declaration], _ value: (Declaration) -> String
  ) {
    put("/// \(summary)")
    block("public var \(head)") { out in
      out.block("switch self") { out in
        for declaration in declarations { out.put("case .\(declaration.swiftName): \(value(declaration))") }
      }
    }
  }
}
