/// Example lines of requests and messages from transcripts.
public struct Exchanges: Sendable {
  /// The longest example, about as long as the reference's prose lines.
  private static let longest = 300

  /// By a request's type: an example and its answer.
  private(set) var requests: [String: (sent: String, answer: String)] = [:]
  /// By a request's type: the types of its answers, and its error codes, without duplicates.
  public private(set) var answers: [String: [String]] = [:]
  private(set) var errors: [String: [String]] = [:]
  /// By a message's type: an example.
  private(set) var messages: [String: String] = [:]

  /// Selects the most informative short lines of transcripts.
  public init(transcripts: [String]) {
    for transcript in transcripts { read(transcript) }
  }

  /// Reads lines such as `ana> {"type":"ping","id":1}` and `ana< {"type":"pong","re":1}`.
  private mutating func read(_ transcript: String) {
    var asked: [String: (type: String, line: String)] = [:]
    for line in transcript.split(separator: "\n") {
      guard let arrow = line.firstIndex(where: { $0 == ">" || $0 == "<" }), line[arrow...].dropFirst().first == " "
      else { continue }
      let (client, text) = (line[..<arrow], String(line[arrow...].dropFirst(2)))
      let members = LineMembers(text)
      guard let type = members["type"]?.unquoted else { continue }
      if line[arrow] == ">" {
        if let id = members["id"] { asked["\(client) \(id)"] = (type, text) }
      } else {
        consider(text, of: type)
        guard let id = members["re"], let request = asked.removeValue(forKey: "\(client) \(id)") else { continue }
        if type == "error" {
          let code = [members["code"], members["what"]].compactMap { $0?.unquoted }.joined(separator: " ")
          Self.note(code, of: request.type, in: &errors)
        } else {
          Self.note(type, of: request.type, in: &answers)
          consider(request.line, answeredBy: text, of: request.type)
        }
      }
    }
  }

  private static func note(_ word: String, of type: String, in words: inout [String: [String]]) {
    if words[type]?.contains(word) != true { words[type, default: []].append(word) }
  }

  private mutating func consider(_ line: String, answeredBy answer: String, of type: String) {
    if let best = requests[type], Self.rank(best.sent, best.answer) <= Self.rank(line, answer) { return }
    requests[type] = (line, answer)
  }

  private mutating func consider(_ line: String, of type: String) {
    if let best = messages[type], Self.rank(best) <= Self.rank(line) { return }
    messages[type] = line
  }

  /// Short enough lines rank first, then those with more members, then shorter ones.
  private static func rank(_ lines: String...) -> Int {
    let size = lines.map(\.count).reduce(0, +)
    let members = lines.map { LineMembers($0).members.count }.reduce(0, +)
    let isShort = lines.allSatisfy { $0.count <= longest }
    return isShort ? size - 1000 * members : 1_000_000 + size
  }

  /// A line in the reference: values that vary from run to run are normalised, and long ones are shortened.
  static func shown(_ line: String) -> String {
    var text = named(line)
    while text.count > longest, let long = LineMembers(text).longestNested {
      text = text.replacing(long, with: long.hasPrefix("{") ? "{…}" : "[…]", maxReplacements: 1)
    }
    return text
  }

  private static func named(_ line: String) -> String {
    var text = ""
    var rest = line[...]
    while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
      text += rest[..<start.lowerBound]
      switch rest[start.upperBound..<end.lowerBound].split(separator: " ").first {
      case "guest": text += "guest-1f4a"
      case "token": text += "p1_" + String(repeating: "0", count: 48)
      case "epoch": text += "9f2c61"
      case "user": text += "root"
      case "puzzle": text += "k7q2m-9xw4d"
      case "room": text += "practice-4f1a"
      default: text += "…"
      }
      rest = rest[end.upperBound...]
    }
    return text + rest
  }
}

/// The members of a JSON object on one line, in order.
struct LineMembers {
  private(set) var members: [(key: String, value: String)] = []

  init(_ line: String) {
    guard line.hasPrefix("{") else { return }
    var (depth, isText, isEscaped, part) = (0, false, false, "")
    for character in line.dropFirst() {
      if isText {
        if character == "\"", !isEscaped { isText = false }
        isEscaped = character == "\\" && !isEscaped
      } else if "{[".contains(character) {
        depth += 1
      } else if "}]".contains(character) {
        depth -= 1
      } else if character == "\"" {
        isText = true
      }
      if depth < 0 || (depth == 0 && !isText && character == ",") {
        add(part)
        part = ""
      } else {
        part.append(character)
      }
    }
  }

  private mutating func add(_ part: String) {
    guard let colon = part.firstRange(of: "\":") else { return }
    members.append((String(part[..<colon.lowerBound].dropFirst()), String(part[colon.upperBound...])))
  }

  subscript(key: String) -> String? { members.first { $0.key == key }?.value }

  /// The longest value that is a non-empty object or array.
  var longestNested: String? {
    members.map(\.value).filter { ($0.hasPrefix("{") || $0.hasPrefix("[")) && $0.count > 4 }.max { $0.count < $1.count }
  }
}

extension String {
  /// The text without its quotes; `nil` if it has none.
  fileprivate var unquoted: String? {
    count >= 2 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : nil
  }
}
