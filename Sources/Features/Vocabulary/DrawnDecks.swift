import TextMode
package import WireProtocol

extension ImportAnswer: LinkedText {
  package func page() -> DrawnPage {
    guard let dropped else { return DrawnPage("So far \(Drawing.count(bytes, "byte", "bytes")) of the deck") }
    return dropped == 0
      ? DrawnPage("There is no deck to drop", typed: ": /import takes one")
      : DrawnPage("The deck that was sent is dropped, and nothing of it was added", typed: "; /import begins again")
  }
}

extension ImportPreview {
  fileprivate func page() -> DrawnPage {
    let notes = Drawing.count(notes, "note", "notes")
    let title = "\(language)\(isNewLanguage ? " (new)" : ""): \(notes), \(new) new"
    let named = columns.map { $0.isEmpty ? "-" : $0.lowercased() }.joined(separator: ", ")
    var lines = [columns.isEmpty ? title : "\(title); columns: \(named)"]
    if let separator { lines.append("Taken apart at each \(Self.name(of: separator))\(headed)") }
    lines += first.map { "    \($0.original) = \($0.translation)\($0.isMarked ? " *" : "")" }
    if new > first.count { lines.append("    and \(new - first.count) more") }
    lines += SkippedWords(count: duplicateCount, first: duplicates, leftOut: leftOut).lines
    lines += faults.map { "Line \($0.line): \($0.message)" }
    if faultCount > faults.count { lines.append("and \(faultCount - faults.count) more faults") }
    lines.append(new > 0 ? "Nothing is added yet" : "There is nothing to add")
    return DrawnPage(lines.joined(separator: "\n"), typed: new > 0 ? Self.nextStep : "")
  }

  private var headed: String {
    heading.isEmpty ? "; no line of headings" : "; the first line is headings: \(heading.joined(separator: ", "))"
  }

  private static func name(of separator: String) -> String {
    switch separator {
    case "\t": "tab"
    case ",": "comma"
    case " ": "space"
    default: separator
    }
  }

  private static let nextStep = ": /import-add adds the file that was sent, /add-deck a deck"
}

/// A preview as drawn, with what adds the deck.
struct ShownPreview: ShownMessage, LinkedText {
  var message: ImportPreview
  /// A deck of the server; `nil` for the file that was sent.
  var deck: String?

  package func page() -> DrawnPage {
    var page = message.page()
    if message.new > 0 {
      page.offer(.init("add them", Request.ImportAdd(deck: deck, language: message.language), key: "↵"))
    }
    if deck == nil { page.offer(.init("drop it", Request.Import(text: "", offset: 0), key: "d")) }
    return page
  }
}

extension ImportAdded: Drawable {
  package func drawn() -> String {
    let passedOver = SkippedWords(count: duplicateCount, first: duplicates, leftOut: leftOut)
    return ([Drawing.count(added, "word", "words") + " added to \(language)"] + passedOver.lines)
      .joined(separator: "\n")
  }
}

/// Words of a deck that were not added.
private struct SkippedWords {
  /// The number of words that exist already.
  let count: Int
  /// The first of those.
  let first: [String]
  /// The number of words that exceed the limit.
  let leftOut: Int

  var lines: [String] {
    let more = count > first.count ? " and \(count - first.count) more" : ""
    let known = count == 0 ? [] : ["There already, so passed over: \(first.joined(separator: ", "))\(more)"]
    return known + (leftOut == 0 ? [] : ["There is no room for \(leftOut) of them"])
  }
}

extension ExportAnswer: Drawable {
  package func drawn() -> String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
}

extension DecksAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(
      decks.isEmpty ? "There are no decks here" : "", typed: decks.isEmpty ? ": /import takes one of yours" : "")
    for deck in decks {
      let words = deck.words.map { ", " + Drawing.count($0, "word", "words") } ?? ""
      page.add("  \(deck.name): \(deck.title)\(words)", .init("look into it", Request.ImportPreview(deck: deck.name)))
    }
    if !decks.isEmpty { page.advise("/deck NAME shows one, /add-deck NAME adds it; /import takes one of yours") }
    page.offer(.init("bring in a file", Request.Import(text: "", offset: 0), key: "i", asks: ["text"]))
    return page
  }
}
