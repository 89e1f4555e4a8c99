/// Traffic from one address that could slow a server down for others; one kind per value.
struct Flood {
  let name: String
  let summary: String
  /// The first lines of each connection, by its number, and the block that it then repeats.
  var opening: @Sendable (Int) -> String = { _ in "" }
  let block: @Sendable (Int) -> String
  var reads = true
  /// Whether connections are closed after the greeting and opened again.
  var reconnects = false

  private static func lines(_ line: String, _ count: Int = 400) -> @Sendable (Int) -> String {
    let text = String(repeating: line + "\n", count: count)
    return { _ in text }
  }

  private static let greek = String(repeating: "\u{390}", count: 7880)

  /// Pasted results under a name, so that the channel is not empty.
  private static func pastes(_ number: Int) -> String {
    let rows = String(repeating: "\u{1F7E9}\u{2B1B}\u{1F7E8}\u{2B1B}\u{1F7E9}\n", count: 5)
    return "{\"type\":\"login\",\"name\":\"flood-\(number)\"}\n"
      + (1...5).map { day in
        let text = "Wordle 1,9\(day % 10)\(number % 10) 5/6\n\n\(rows)".replacing("\n", with: "\\n")
        return "{\"type\":\"share\",\"text\":\"\(text)\"}\n"
      }.joined()
  }

  static let all: [Flood] = [
    Flood(name: "pings", summary: "pings as fast as they go", block: lines(#"{"type":"ping"}"#)),
    Flood(name: "broken", summary: "lines that are not JSON", block: lines(#"{"type":"ping"#)),
    Flood(name: "unknown", summary: "requests that there are not", block: lines(#"{"type":"leaderbaord"}"#)),
    Flood(name: "names", summary: "names of 16 KB", block: lines(#"{"type":"stats","player":"\#(greek)"}"#, 4)),
    Flood(
      name: "endless", summary: "a line without an end",
      block: { _ in String(repeating: "x", count: 65_536) }),
    Flood(name: "blank", summary: "blank lines", block: lines(" ", 30_000)),
    Flood(
      name: "typed", summary: "talk in the lobby, typed", block: lines("hello \(String(repeating: "ю", count: 200))")),
    Flood(
      name: "trials", summary: "moves of trials",
      opening: { _ in #"{"type":"trial","game":"wordle"}"# + "\n" },
      block: lines(#"{"type":"move","move":{"guess":"crane"}}"#)),
    Flood(
      name: "fields", summary: "moves of trials with large fields",
      opening: { _ in #"{"type":"trial","game":"wordsearch","settings":{"size":15}}"# + "\n" },
      block: lines(#"{"type":"give_up"}"#, 20)),
    Flood(
      name: "talk", summary: "talk in rooms of fifty",
      opening: { number in
        number % 50 == 0
          ? "{\"type\":\"create\",\"room\":\"flood-\(number / 50)\"}\n"
          : "{\"type\":\"join\",\"room\":\"flood-\(number / 50)\"}\n"
      }, block: lines(#"{"type":"say","text":"\#(String(repeating: "la ", count: 100))"}"#)),
    Flood(
      name: "puzzles", summary: "rooms with new fields",
      block: { number in
        (0..<20).map { count in
          "{\"type\":\"create\",\"game\":\"wordsearch\",\"mode\":\"practice\",\"settings\":{\"size\":\(10 + count % 6)}}\n"
            + "{\"type\":\"leave\"}\n"
        }.joined()
      }),
    Flood(
      name: "opened", summary: "the puzzles of all past days",
      block: { number in
        (0..<100).map { count in
          "{\"type\":\"opened\",\"day\":\"20\(10 + number % 10)-0\(1 + count % 9)-\(10 + count % 19)\"}\n"
        }.joined()
      }),
    Flood(
      name: "queries", summary: "what storage has to look up",
      block: lines(#"{"type":"leaderboard","period":"all","limit":100}"#, 200)),
    Flood(
      name: "shares", summary: "the channel's longest pages", opening: { number in pastes(number) },
      block: lines(#"{"type":"shares","limit":100}"#, 200)),
    Flood(
      name: "passwords", summary: "wrong passwords of many names",
      block: { number in
        (0..<20).map { count in
          "{\"type\":\"login\",\"name\":\"flood-\(number)-\(count)\",\"password\":\"wrong horse\"}\n"
        }.joined()
      }),
    Flood(
      name: "unread", summary: "answers that nobody reads", block: lines(#"{"type":"words","game":"wordle"}"#, 200),
      reads: false),
    Flood(name: "connects", summary: "connections made and closed", block: { _ in "" }, reconnects: true),
  ]
}
