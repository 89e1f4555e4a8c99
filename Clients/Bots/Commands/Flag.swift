internal import ClientKit

/// An invalid flag or value, as a sentence. The exit status is 64, `EX_USAGE` of sysexits.
struct UsageError: Error {
  let message: String
}

/// A flag of a command: its name, its value (`nil` for a switch), its purpose, and its effect.
struct Flag<Options> {
  let name: String
  let value: String?
  let summary: String
  let apply: (inout Options, String) throws(UsageError) -> Void

  static func parse(
    _ arguments: ArraySlice<String>, with flags: [Flag], over options: inout Options
  ) throws(UsageError) {
    var rest = arguments
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let name = parts.first, let flag = flags.first(where: { "--" + $0.name == name }) else {
        throw UsageError(message: "unknown argument \"\(argument)\"; --help lists what there is")
      }
      guard let value = flag.value else {
        if parts.count == 2 { throw UsageError(message: "--\(flag.name) takes no value") }
        try flag.apply(&options, "")
        continue
      }
      guard let given = parts.count == 2 ? parts[1] : rest.popFirst() else {
        throw UsageError(message: "--\(flag.name) needs a value: \(value)")
      }
      try flag.apply(&options, given)
    }
  }

  /// Splits arguments into leading words, and flags with their values.
  static func split(_ arguments: ArraySlice<String>, _ flags: [Flag]) -> (words: [String], flags: ArraySlice<String>) {
    var (words, rest): ([String], [String]) = ([], [])
    var arguments = arguments
    while let argument = arguments.popFirst() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      rest.append(argument)
      let takesValue = flags.first { "--" + $0.name == argument }?.value != nil
      if takesValue, let value = arguments.popFirst() { rest.append(value) }
    }
    return (words, rest[...])
  }

  var help: String {
    let left = "  --\(name)" + (value.map { " " + $0 } ?? "")
    let margin = String(repeating: " ", count: Self.margin)
    return left.count + 2 > Self.margin ? left + "\n" + margin + summary : left + margin.dropFirst(left.count) + summary
  }

  private static var margin: Int { 30 }
}

extension Flag {
  static func number(
    _ name: String, _ range: ClosedRange<Int>, _ summary: String, _ set: @escaping (inout Options, Int) -> Void
  ) -> Flag {
    Flag(name: name, value: "NUMBER", summary: summary) { options, text throws(UsageError) in
      guard let value = Int(text), range.contains(value) else {
        throw UsageError(
          message: "--\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
      }
      set(&options, value)
    }
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String, _ summary: String, _ set: @escaping (inout Options, Choice) -> Void
  ) -> Flag where Choice.RawValue == String {
    let names = Choice.allCases.map(\.rawValue).joined(separator: "|")
    return Flag(name: name, value: names, summary: summary) { options, text throws(UsageError) in
      guard let value = Choice(rawValue: text) else {
        throw UsageError(message: "--\(name) takes \(names), not \"\(text)\"")
      }
      set(&options, value)
    }
  }

  static func seconds(
    _ name: String, _ summary: String, _ set: @escaping (inout Options, Double) -> Void
  ) -> Flag {
    Flag(name: name, value: "SECONDS", summary: summary) { options, text throws(UsageError) in
      guard let value = Double(text), value >= 0, value <= 86_400 else {
        throw UsageError(message: "--\(name) takes seconds from 0 to 86400, not \"\(text)\"")
      }
      set(&options, value)
    }
  }
}

extension Flag {
  static func server(_ summary: String, _ set: @escaping (inout Options, Endpoint) -> Void) -> Flag {
    Flag(name: "server", value: "HOST:PORT", summary: summary) { options, text throws(UsageError) in
      guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
        throw UsageError(message: "--server takes HOST:PORT, not \"\(text)\"")
      }
      set(&options, Endpoint(host: String(text[..<colon]), port: port))
    }
  }
}

extension Flag {
  /// The same flag for options that contain these.
  func over<Whole>(_ part: any WritableKeyPath<Whole, Options> & Sendable) -> Flag<Whole> {
    Flag<Whole>(name: name, value: value, summary: summary) { whole, text throws(UsageError) in
      try self.apply(&whole[keyPath: part], text)
    }
  }
}

/// The server to play at: `--host`, `--port` and `--tls`, in any order.
struct ServerChoice: Hashable {
  var host = "127.0.0.1"
  /// `nil` for the default port, with TLS or without.
  var port: UInt16?
  var isSecure = false

  var address: ServerAddress { ServerAddress(host: host, port: port, isSecure: isSecure) }

  /// - Parameter server: which server it is, in words.
  static func flags(_ server: String = "where the server is") -> [Flag<ServerChoice>] {
    [
      Flag(name: "host", value: "ADDRESS", summary: "\(server) (default 127.0.0.1)") { $0.host = $1 },
      .number("port", 1...65_535, "its port (default \(ServerAddress.defaultPort))") { $0.port = UInt16($1) },
      Flag(
        name: "tls", value: nil,
        summary: "over TLS, by the program openssl (default port \(ServerAddress.defaultSecurePort))"
      ) { choice, _ in choice.isSecure = true },
    ]
  }
}
