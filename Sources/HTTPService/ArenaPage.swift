internal import HTTPWire
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// `/arena/{code}`: the standing of an arena as a page without account or script, and `/arena/{code}.csv`: the same as
/// a table.
extension HTTPRouter {
  func arena(_ text: String, _ request: HTTPRequest, at now: Instant) -> Reply {
    let isTable = text.hasSuffix(".csv")
    guard request.method == .get || request.method == .head else {
      return Reply(Self.allowing([.get, .head, .options], for: request))
    }
    guard let core else { return Reply(Self.ownerUnreachable) }
    guard text.utf8.count < 24, let code = Int(isTable ? text.dropLast(4) : text[...]), code > 0 else {
      return Reply(ArenaPage.gone)
    }
    let answer =
      isTable
      ? core.answer(Request.ArenaCSV(code: code), at: now)
      : core.answer(Request.Arena(code: code, limit: ArenaPage.mostRows), at: now)
    guard let answer else { return Reply(ArenaPage.gone) }
    switch answer.result {
    case .success(let message): return Reply(ArenaPage.response(message as Any), after: answer.ticket)
    case .failure(let error):
      let isGone = ErrorCode(rawValue: error.code) == .notFound
      return Reply(isGone ? ArenaPage.gone : Self.storageUnavailable, after: answer.ticket)
    }
  }
}

/// The page of an arena.
private enum ArenaPage {
  /// The places of the page; the table has all.
  static let mostRows = 500

  /// - Parameter message: an answer of the feature, whose layout is unknown here.
  static func response(_ message: Any) -> HTTPResponse {
    switch message {
    case let shown as ArenaAnswer: answer(shown)
    case let table as ArenaTable: answer(table)
    default: gone
    }
  }

  private static func answer(_ shown: ArenaAnswer) -> HTTPResponse {
    let arena = shown.arena
    let when =
      switch arena.state {
      case .waiting: "begins in \(minutes(arena.nextInSeconds))"
      case .running: "ends in \(minutes(arena.nextInSeconds))"
      case .ending: "games under way are played to their end"
      case .over: "over"
      }
    let clock = arena.clock.map { " \($0)" } ?? ""
    let bots = arena.admitsBots ? " · with bots" : ""
    let headline = "\(arena.game)\(clock)\(bots) · \(when) · \(arena.players) players, \(arena.played) games"
    let rows = shown.rows.map { row in
      let marks = (row.isBot ? " (bot)" : "") + (row.isOnFire ? " (on fire)" : "")
      return """
              <tr><td>\(row.place)</td><th scope="row">\(SharePage.escaped(row.player))\(marks)</th>\
        <td>\(row.points)</td><td>\(row.games)</td><td>\(row.wins)</td>\
        <td>\(row.performance.map { "\($0)" } ?? "–")</td><td>\(row.rating)</td></tr>

        """
    }.joined()
    let main = """
          <h1>\(SharePage.escaped(arena.name))</h1>
          <p class="faint">\(SharePage.escaped(headline))</p>
          <table>
            <thead><tr><th scope="col">Place</th><th scope="col">Player</th><th scope="col">Points</th>\
      <th scope="col">Games</th><th scope="col">Won</th><th scope="col">Performance</th>\
      <th scope="col">Arena rating</th></tr></thead>
            <tbody>
      \(rows)      </tbody>
          </table>
          <p class="buttons">\(arena.state == .over ? "" : #"<a class="button primary" href="/#/arena/\#(arena.code)">Take part</a> "#)<a class="button" href="/arena/\(arena.code).csv">As a table (CSV)</a> <a class="button" href="/">Play today's puzzles</a></p>

      """
    return SharePage.page(.ok, title: arena.name, about: "", main: main)
  }

  private static func answer(_ table: ArenaTable) -> HTTPResponse {
    HTTPResponse(
      .ok, type: "text/csv; charset=utf-8", body: Array(table.csv.utf8),
      fields: HTTPRouter.uncachedFields + [
        HTTPField("Content-Disposition", "attachment; filename=\"arena-\(table.code).csv\"")
      ])
  }

  static let gone = SharePage.page(
    .notFound, title: "This arena is not here", about: "",
    main: """
          <h1>This arena is not here</h1>
          <p class="faint">Its results may no longer be kept, or its address is not whole.</p>
          <p class="buttons"><a class="button primary" href="/">Play today's puzzles</a></p>

      """)

  private static func minutes(_ seconds: Int?) -> String { "\(((seconds ?? 0) + 59) / 60) min" }
}
