import GameKit
import Testing

@Suite("Word lists")
struct WordListTests {
  private func list(_ text: String) throws -> WordList { try WordList(file: text.utf8, length: 3) }

  @Test("A sorted file of words is read, with or without a final newline")
  func reads() throws {
    #expect(try list("ant\nbee\ncow\n").words == ["ant", "bee", "cow"])
    #expect(try list("ant\nbee").words == ["ant", "bee"])
  }

  @Test(
    "A broken file is refused with the faulty line",
    arguments: [
      ("", "the file holds no words"),
      ("ant\nbe\n", "line 2 is not a word of 3 letters a to z"),
      ("ant\n\nbee\n", "line 2 is not a word of 3 letters a to z"),
      ("\n", "line 1 is not a word of 3 letters a to z"),
      ("Ant\n", "line 1 is not a word of 3 letters a to z"),
      ("ant\r\n", "line 1 is not a word of 3 letters a to z"),
      ("ant\nant\n", "line 2 is out of order or a duplicate"),
      ("bee\nant\n", "line 2 is out of order or a duplicate"),
      ("ant\ncow\nbee", "line 3 is out of order or a duplicate"),
    ])
  func refuses(text: String, message: String) {
    #expect(throws: ResourceFault(message: message)) { try list(text) }
  }

  @Test("Words are found; neighbours, prefixes and other letters are not")
  func contains() throws {
    let list = try list("ant\nbee\ncow\n")
    for word in ["ant", "bee", "cow"] { #expect(list.contains(word)) }
    for word in ["", "an", "anta", "ANT", "bed", "zoo", "é", "aaa"] { #expect(!list.contains(word)) }
  }

  @Test("Pages follow each other without gap or overlap, from any word")
  func pages() throws {
    let list = try list("ant\nbee\ncow\ndog\nelk\n")
    #expect(Array(list.page(after: nil, limit: 2)) == ["ant", "bee"])
    #expect(Array(list.page(after: "bee", limit: 2)) == ["cow", "dog"])
    #expect(Array(list.page(after: "bef", limit: 2)) == ["cow", "dog"])
    #expect(Array(list.page(after: "dog", limit: 9)) == ["elk"])
    #expect(list.page(after: "elk", limit: 9).isEmpty)
    #expect(list.page(after: "zzz", limit: 9).isEmpty)
    #expect(Array(list.page(after: "", limit: .max)) == list.words)
    #expect(list.page(after: nil, limit: -1).isEmpty)
    #expect(list.page(after: "bee", limit: .max).count == 3)
  }
}
