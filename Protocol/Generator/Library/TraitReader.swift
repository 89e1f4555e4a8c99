/// Parses the lines below a request that begin with a full stop.
enum TraitReader {
  static func read(
    _ line: Substring, into request: inout Declaration.RequestTraits, at place: Declaration.Place
  ) throws(TableError) {
    let parts = line.split(separator: " ", maxSplits: 1)
    let rest = parts.count > 1 ? String(parts[1]) : ""
    switch parts.first {
    case "needs": request.needs = rest.split(separator: " ").map(String.init)
    case "repeat":
      guard ["anybody", "same_player"].contains(rest) else {
        throw TableError(place, "\(rest) is none of anybody, same_player")
      }
      request.repetition = SwiftNames.camel(rest)
    case "answer": request.answers = rest.split(separator: " ").map(String.init)
    case "errors": request.errors += rest.split(separator: " ").map { String($0).replacing(":", with: " ") }
    case "example": request.example = rest
    case "check": request.hasCheck = true
    case "typed": request.forms.append(try form(rest, at: place))
    default:
      let known = "needs, repeat, answer, errors, example, check, typed, note"
      throw TableError(place, "\(parts.first ?? "") is none of \(known)")
    }
  }

  /// `/unmute PLAYER -> muted=false`, `/player NAME -> player:NAME`, `/join ROOM [CODE] -> by typed`.
  private static func form(_ text: String, at place: Declaration.Place) throws(TableError) -> Declaration.TypedForm {
    var words = text.split(separator: " ").map(String.init)
    var form = Declaration.TypedForm(usage: text)
    guard let arrow = words.lastIndex(of: "->") else { return form }
    form.usage = words[..<arrow].joined(separator: " ")
    words.removeSubrange(...arrow)
    var rest = words[...]
    while let word = rest.popFirst() {
      let value = word.split(separator: "=", maxSplits: 1).map(String.init)
      if word == "by" {
        form.reader = rest.popFirst()
      } else if value.count == 2 {
        form.values[value[0]] = value[1]
      } else if let colon = word.firstIndex(of: ":") {
        form.members[String(word[word.index(after: colon)...])] = String(word[..<colon])
      } else if ["hidden", "text", "password", "rest"].contains(word) {
        form.options.insert(word)
      } else {
        throw TableError(place, "\(word) is none of hidden, text, password, rest, by")
      }
    }
    return form
  }
}
