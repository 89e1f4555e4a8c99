internal import ClientKit
internal import WireProtocol

/// A line in a room's talk: what somebody said, or what has happened.
struct TalkLine: Hashable, Sendable {
  var player: String?
  var text: String
  /// When, in milliseconds of the program's clock.
  var at: Int?
  /// The number of what somebody said.
  var seq: Int?
}

/// Somebody else who plays in a room, as far as one may see it.
struct OtherPlayer: Hashable, Sendable {
  var name: String
  /// The tries, with letters for those who may see them; of fields a row each, a tile for each word.
  var rows: [Board.Row] = []
  /// The whole board, where one may see it: what watchers are sent, and who joins a race.
  var board: Board?
  /// What else the last turn told.
  var remark = ""
  var result: String?
  var isAway = false
}

extension OtherPlayer {
  mutating func take(_ moved: Moved) {
    let turn = moved.turn
    if let tiles = turn["tiles"]?.stringValue {
      let letters = turn["guess"] ?? turn["letters"]
      rows.append(Board.Row(letters: letters?.stringValue ?? "", tiles: tiles))
      return
    }
    remark = moved.remark ?? turn.compactMap { $1.stringValue }.joined(separator: ", ")
    let (found, all) = (turn["found"]?.intValue, turn["targets"]?.intValue)
    let isSkipped = turn["skipped"]?.boolValue == true
    guard let field = turn["challenge"]?.intValue, 1...12 ~= field, found != nil || isSkipped else { return }
    func tiles(_ tile: Tile, _ count: Int) -> String { String(repeating: tile.rawValue, count: max(0, min(count, 12))) }
    while rows.count < field { rows.append(Board.Row(letters: "", tiles: tiles(.open, 1))) }
    if let found {
      rows[field - 1].tiles = tiles(.right, found) + tiles(.open, (all ?? found) - found)
    } else {
      rows[field - 1].tiles = rows[field - 1].tiles.replacing(tiles(.open, 1), with: tiles(.absent, 1))
    }
  }
}

struct RoomState: Sendable {
  let name: String
  var viewer = ""
  var game: String?
  var mode: ModeKind?
  var puzzle: Int?
  /// Whether it was opened for the puzzle of a day that is over.
  var isOfPastDay = false
  var state = Joined.State.talking
  var players: [String] = []
  var playerCount = 0
  var owner: String?
  var code: String?
  var round: Int?
  var endsAt: Int?
  var nextAt: Int?
  /// Since when the owner lets the rounds wait: the clock stands.
  var pausedAt: Int?
  var board: Board?
  /// When the board was told: its clocks run from then on.
  var boardAt = 0
  var others: [OtherPlayer] = []
  var outcome: JSONObject?
  var share: String?
  var praise: String?
  var standings: [RoundOver.Standing] = []
  var solution: String?
  var finishedCount: Int?
  var talk: [TalkLine] = []
  var unread = 0
  /// The first line that was said while one was elsewhere, or further up.
  var firstUnread: Int?
  /// Which of the boards that one looks on at is seen first.
  var watchedFirst = 0
  /// How many lines of the talk lie below those that are seen.
  var talkOffset = 0
  /// The player's statistics, once a ranked puzzle is done.
  var stats: StatsAnswer?
  var statsQuestion: Int?
  /// Whether a guest who leaves the board is to be asked for a name that keeps its result.
  var hasResultToKeep = false
  /// The cells of the word that was found last, and what it is.
  var lit: Set<BoardCell> = []
  var news: String?
  /// The field that the last move has completed: it is seen until a key is pressed.
  var completed: Board?

  var draft = LineEditor()
  var talkLine = LineEditor()
  var isTalking = false
  /// Moves that were sent and not answered yet, the oldest first. One that was pointed at nobody wants to edit.
  var underWay: [(id: Int, text: String, isPointed: Bool)] = []
  /// Whether tiles have been swapped since the row was last judged.
  var isSorted = false
  /// The row of tiles that Enter was pressed on although nothing had been swapped: once more sends it.
  var untouchedRow: String?
  /// Whether what stands in the line was refused by the server: the next letter begins anew.
  var isDraftRefused = false
  /// The link was lost before the answer came: what stands in the line again may have been said or played.
  var doubtfulTalk: String?
  var doubtfulMove: String?
  var pointer = BoardPointer()
  var complaint: String?
  var shakenAt: Int?
  var judgedAt: Int?
  var wonAt: Int?
  /// When a card was played by pointing at it.
  var cardAt: Int?

  init(_ joined: Joined, at now: Int) {
    name = joined.room
    describe(joined, at: now)
  }

  var isPlaying: Bool { state == .playing && board != nil }

  var shown: Board? { completed ?? board }

  /// The boards of those who play where one looks on; none where all share one.
  var watched: [OtherPlayer] {
    let boards = isOthersBoard ? others.filter { $0.board != nil } : []
    let first = boards.isEmpty ? 0 : watchedFirst % boards.count
    return Array(boards[first...] + boards[..<first])
  }

  var takesMoves: Bool { isPlaying && !isTalking }

  /// Whether one watches and has no seat.
  var looksOn: Bool { state == .watching && !players.contains(viewer) }

  /// Whether today's puzzle is done: what is typed then is no talk, since it may have been meant for the puzzle.
  var isDoneForToday: Bool { mode == .daily && state == .finished && !isTalking }

  /// The field that was completed has been seen, and what was lit on it is on no other.
  mutating func goOn() {
    completed = nil
    if !lit.isEmpty { (lit, news) = ([], nil) }
  }

  var isOwner: Bool { owner == viewer }

  /// Whether the next round waits for the owner.
  var canBegin: Bool { game != nil && mode != .daily && nextAt == nil && endsAt == nil }

  mutating func describe(_ joined: Joined, at now: Int) {
    viewer = joined.viewer
    (game, mode, puzzle, state) = (joined.game, joined.mode, joined.puzzle, joined.state)
    (players, owner, code) = (joined.players, joined.owner, joined.code ?? code)
    // Fewer may be there than have a seat, but who is away is told of those alone who go or come from now on.
    playerCount = max(joined.playerCount, players.count)
    round = joined.round
    endsAt = joined.endsInSeconds.map { now + $0 * 1000 }
    nextAt = joined.nextInSeconds.map { now + $0 * 1000 }
    pausedAt = joined.isPaused ? now : nil
    (board, boardAt, completed) = (joined.board, now, nil)
    (outcome, share) = (joined.outcome, joined.share)
    if state == .playing { standings = [] }
    let known = others
    others = players.filter { $0 != viewer }.map { name in
      var other = known.first { $0.name == name } ?? OtherPlayer(name: name)
      other.isAway = false
      return other
    }
    for other in joined.boards where other.player != viewer { show(other.board, of: other.player) }
    pointer.fit(board)
  }

  mutating func show(_ board: Board, of player: String) {
    change(player) { other in
      other.board = board
      if board.isGrid {
        other.remark = board.notes.joined(separator: " · ")
      } else {
        other.rows = board.rows.filter { $0.tiles.contains { $0 != Tile.open.rawValue } }
      }
    }
  }

  /// Whether a board that comes with an event of somebody else's is that player's, and not the one that all share.
  var isOthersBoard: Bool { state == .watching && mode != .together }

  mutating func change(_ player: String, _ body: (inout OtherPlayer) -> Void) {
    if let index = others.firstIndex(where: { $0.name == player }) { return body(&others[index]) }
    var other = OtherPlayer(name: player)
    body(&other)
    // A room of thousands is not listed.
    if others.count < 64 { others.append(other) }
  }

  mutating func tell(_ text: String, by player: String? = nil, at now: Int? = nil, seq: Int? = nil) {
    talk.append(TalkLine(player: player, text: text, at: now, seq: seq))
    if talkOffset > 0 { talkOffset += 1 }
    if talk.count > 300 {
      talk.removeFirst(100)
      firstUnread = firstUnread.map { max(0, $0 - 100) }
      talkOffset = min(talkOffset, talk.count)
    }
    if player != nil { unread += 1 }
  }

  /// The room is before one's eyes, down to the last line.
  mutating func see() {
    if talkOffset == 0 { unread = 0 }
  }

  mutating func scrollTalk(by lines: Int) {
    talkOffset = max(0, min(talkOffset + lines, talk.count - 1))
    see()
  }
}
