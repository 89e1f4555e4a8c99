import Testing
import WireTable

@Suite("Generating the reference")
struct ReferenceWriterTests {
  private static let source = """
    # Pets: who has which.

    request feed Feed : give food to a pet
      .answer fed
      .needs storage name
      .repeat anybody
      .errors asleep too_many:food
      .note Cats decide for themselves.
      .typed /feed PET [GRAMS], /feed all -> by typed
      pet text 1...20 : Its name | or nickname.
      grams int 1...90 = 20 : How much.
      bowls? [text] ...3 : Where.

    message fed Fed : A pet was fed.
      pet text : Its name.
      state Fed.State : How it is.

    choice Fed.State : How a pet is.
      full : It has had enough.
      hungry : It wants more.

    limit bowls_per_s 5 1...9 bench 7 as bowlsPerSecond : bowls in a second
    """

  private static let transcript = """
    @server --limit burst=500
    ana> {"type":"feed","pet":"Tom","id":1}
    ben< {"type":"fed","pet":"Tom","state":"hungry"}
    ana< {"type":"fed","re":1,"pet":"Tom","state":"full","of":"{{guest x}}"}
    ana> {"type":"feed","pet":"Rex","id":2}
    ana< {"type":"error","re":2,"code":"not_found","what":"pet","message":"None"}
    """

  private static func pages(transcript: String = transcript) throws -> [String: String] {
    let table = try Table(files: [(name: "pets.wire", text: source)])
    let files = ReferenceWriter(table, Exchanges(transcripts: [transcript])).files()
    return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
  }

  @Test("A request has its members, its answer, its errors and a line of a transcript")
  func request() throws {
    let page = try #require(try Self.pages()["pets.md"])
    let section = """
      ## `feed`

      Give food to a pet.

      | | | |
      |---|---|---|
      | `pet` | text, 1 to 20 characters | Its name \\| or nickname. |
      | `grams?` | integer, 1 to 90, `20` by default | How much. |
      | `bowls?` | list of text, at most 3 elements | Where. |

      Answered by [`fed`](#fed). Errors: `asleep`, `not_found` (`pet`), `too_many` (`food`). Needs storage, a name. \
      Repeatable by anybody. In text `/feed PET [GRAMS]`, `/feed all`.

      - Cats decide for themselves.

      ```
      C {"type":"feed","pet":"Tom","id":1}
      S {"type":"fed","re":1,"pet":"Tom","state":"full","of":"guest-1f4a"}
      ```
      """
    #expect(page.contains(section), "\(page)")
  }

  @Test("A message lists the words of its choices, and every name links to its section")
  func message() throws {
    let pages = try Self.pages()
    #expect(pages["pets.md"]?.contains("| `state` | `full`, `hungry` | How it is. |") == true)
    #expect(pages["pets.md"]?.contains("| `full` | It has had enough. |") == true)
    #expect(pages["names.md"]?.contains("| `pet` | [`feed`](pets.md#feed) [`fed`](pets.md#fed) |") == true)
    #expect(pages["text.md"]?.contains("| `/feed PET [GRAMS]`<br>`/feed all` | [`feed`](pets.md#feed) |") == true)
  }

  @Test("A long line omits its longest objects, and keeps all others")
  func longLine() throws {
    let long = "[\(Array(repeating: "\"a,]\"", count: 200).joined(separator: ","))]"
    let line = "ana< {\"type\":\"fed\",\"list\":\(long),\"pet\":\"{x}\",\"few\":[1,2]}"
    let page = try #require(try Self.pages(transcript: line)["pets.md"])
    #expect(page.contains("S {\"type\":\"fed\",\"list\":[…],\"pet\":\"{x}\",\"few\":[1,2]}\n"))
  }

  @Test("Limits become a Swift type, and a default out of range is an error with its line")
  func limits() throws {
    let source = SwiftWriter.limits(try Table(files: [(name: "pets.wire", text: Self.source)]))
    #expect(source.contains("  public var bowlsPerSecond = 5\n"))
    #expect(source.contains(#"range: 1...9, bench: 7, value: \.bowlsPerSecond)"#))
    let fault = #expect(throws: TableError.self) { try Table(files: [(name: "a.wire", text: "limit x 10 1...9 : y")]) }
    #expect(fault?.description == "a.wire:1: error: 10 is not within 1...9")
  }
}
