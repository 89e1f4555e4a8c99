import ScreenHarness
import ServerHarness
import Synchronization
import Testing
import WaitingTrait
import WireProtocol

/// Requests about books, which no server has: a list, one of its rows, a change of one, and a new one.
private final class Library: Sendable {
  private let rows = Mutex(["Dune  412 pages", "Emma  474 pages"])

  /// The answer to a line; `nil` for one that is not about books.
  func answer(_ line: String) -> String? {
    guard let asked = try? JSON(parsing: line) else { return nil }
    let isTyped = asked["type"] == "command" && asked["text"] == "/shelf"
    var answer: JSONObject
    switch isTyped ? "shelf" : asked["type"]?.stringValue {
    case "shelf": answer = shelf
    case "book":
      answer = ["type": "book", "drawn": "Emma\n\nby Jane Austen, 1815.\nHandsome, clever, and rich."]
    case "borrow":
      rows.withLock { $0[1] += ", yours" }
      answer = ["type": "borrowed", "drawn": "Emma is yours for a month"]
    case "add_book":
      rows.withLock { $0.append(asked["book_title"]?.stringValue ?? "") }
      answer = shelf
    default: return nil
    }
    answer["re"] = asked["id"]
    return JSON.object(answer).text
  }

  private var shelf: JSONObject {
    let rows = rows.withLock { $0 }
    let links = rows.enumerated().flatMap { index, row -> [JSON] in
      [("open", "", "book"), ("borrow", "b", "borrow")].map { text, key, type in
        var link: JSONObject = ["line": .int(index + 1), "column": 0, "width": .int(row.count)]
        if !key.isEmpty { link["key"] = .string(key) }
        link["text"] = .string(text)
        link["request"] = ["type": .string(type), "book": .int(index)]
        return .object(link)
      }
    }
    let add: JSON = [
      "key": "n", "text": "add", "request": ["type": "add_book", "book_title": ""], "form": ["book_title"],
    ]
    let again: JSON = ["key": "r", "text": "ask again", "role": "again", "request": ["type": "shelf"]]
    let drawn = (["On the shelf:"] + rows).joined(separator: "\n")
    return ["type": "shelf", "links": .array(links + [add, again]), "drawn": .string(drawn)]
  }
}

@Suite("Requests unknown to the client", .waiting)
struct MadeUpListTests {
  @Test(
    "A new list is typed, walked through and followed, changes in place, and has its form",
    arguments: WindowAndLook.all)
  func list(_ window: WindowAndLook) throws {
    let server = try Tables.server()
    let library = Library()
    let extended = try ExtendedServer(before: server.port) { library.answer($0) }
    let player = try window.player(port: extended.port)
    try player.order("shelf")
    try player.see("▸Dune  412 pages")
    player.press(Key.down)
    try player.see("▸Emma  474 pages")
    player.press(Key.enter)
    try player.see("by Jane Austen")
    player.press(Key.escape)
    try player.see("▸Emma  474 pages")
    player.press("b")
    try player.see("Emma is yours for a month")
    try player.see("▸Emma  474 pages, yours")
    player.press("n")
    try player.see("Book title")
    player.press("Heidi", Key.enter)
    try player.see(" Heidi")
    player.expectSound()
    try player.leave()
  }
}
