internal import ClientKit
internal import WireProtocol

/// A line of a room's talk, or an event.
struct TalkLine: Hashable, Sendable {
  var player: String?
  var text: String
  /// The time in milliseconds of the program's clock.
  var at: Int?
  /// The event number of talk.
  var seq: Int?
}

/// Another player in a room, as far as visible.
struct OtherPlayer: Hashable, Sendable {
  var name: String
  /// The tries, with letters if they may be seen; for grids a row each, one tile per word.
  var rows: [Board.Row] = []
  /// The whole board, if visible: for watchers, and for players who join a race.
  var board: Board?
  /// The remark of the last turn.
  var remark = ""
  var result: String?
  var isAway = false
}

extension JSONObject {
  /// The row of tiles of a turn, with the text that has a letter for each, if there is one.
  var row: Board.Row? {
    guard let tiles = self["tiles"]?.stringValue else { return nil }
    let letters = compactMap { $0 == "tiles" ? nil : $1.stringValue }.first { $0.count == tiles.count }
    return Board.Row(letters: letters ?? "", tiles: tiles)
  }
}

extension OtherPlayer {
  mutating func take(_ moved: Moved) {
    let turn = moved.turn
    if let row = turn.row { return rows.append(row) }
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

struct RoomModel: Sendable {
  let name: String
  var viewer = ""
  var game: String?
  var mode: ModeKind?
  /// Whether nobody else can come in.
  var isSolo = false
  var puzzle: Int?
  /// The clue of a puzzle by a player.
  var clue: String?
  /// Whether it was opened for a puzzle by a player, which has no further round.
  var isAuthored = false
  /// The room's poll, while it is open.
  var poll: RoomPoll?
  /// Whether somebody wants to play once more.
  var isRematchWanted = false
  /// Whether it was opened for the puzzle of a past day.
  var isOfPastDay = false
  /// Whether no round follows the first.
  var hasOneRound = false
  /// Whether the next match would count for ratings.
  var isRated = false
  var state = Joined.State.talking
  var players: [String] = []
  var playerCount = 0
  var owner: String?
  var code: String?
  var round: Int?
  var endsAt: Int?
  var nextAt: Int?
  /// When the owner paused the rounds; the clock stands.
  var pausedAt: Int?
  var board: Board?
  /// When the board was received, from which its clocks run.
  var boardAt = 0
  var others: [OtherPlayer] = []
  var outcome: JSONObject?
  var share: String?
  var praise: String?
  var standings: [RoundOver.Standing] = []
  /// The same in the server's words.
  var standingLines: [String] = []
  var solution: String?
  var finishedCount: Int?
  var talk: [TalkLine] = []
  var unread = 0
  /// The first unread line, added while the player was elsewhere or scrolled up.
  var firstUnread: Int?
  /// The first visible board of those watched.
  var watchedFirst = 0
  /// The number of lines below the visible part of the talk.
  var talkOffset = 0
  /// The player's statistics after a ranked puzzle.
  var stats: StatsAnswer?
  var statsQuestion: Int?
  /// Whether to ask a guest who leaves the board for a name that keeps the result.
  var hasResultToKeep = false
  /// The cells of the last found word, and its text.
  var lit: Set<BoardCell> = []
  var news: String?
  /// The votes for the next move, where a room moves as one.
  var tally: VoteCounts?
  /// The grid that the last move has completed: shown until a key is pressed.
  var completed: Board?

  var draft = LineEditor()
  var talkLine = LineEditor()
  var isTalking = false
  /// Sent moves without an answer, the oldest first. Pointed moves cannot be edited.
  var underWay: [(id: Int, text: String, isPointed: Bool)] = []
  /// Whether the link was lost, and the server has not described the room since.
  var isAway = false
  /// Moves that wait for that in a room of the player's own, with the prompt that they answer.
  var held: [(id: Int, text: String, prompt: String?)] = []
  /// Whether tiles were swapped since the last judgement.
  var isSorted = false
  /// The unchanged row of tiles on which Enter was pressed: a second Enter sends it.
  var untouchedRow: String?
  /// Whether the line contains refused input: the next letter replaces it.
  var isDraftRefused = false
  /// After a lost link, input that may have been sent already.
  var doubtfulTalk: String?
  var doubtfulMove: String?
  var pointer = BoardPointer()
  var complaint: String?
  var shakenAt: Int?
  var judgedAt: Int?
  var wonAt: Int?
  /// When a card was last played by pointing.
  var cardAt: Int?

  init(_ joined: Joined, at now: Int) {
    name = joined.room
    describe(joined, at: now)
  }

  var isPlaying: Bool { state == .playing && board != nil }

  var shown: Board? { completed ?? board }

  /// The boards of the watched players; empty if all share one.
  var watched: [OtherPlayer] {
    let boards = isOthersBoard ? others.filter { $0.board != nil } : []
    let first = boards.isEmpty ? 0 : watchedFirst % boards.count
    return Array(boards[first...] + boards[..<first])
  }

  var takesMoves: Bool { isPlaying && !isTalking }

  /// Whether the player watches without a seat.
  var looksOn: Bool { state == .watching && !players.contains(viewer) }

  /// Whether today's puzzle is finished: typed text is not sent as talk then, since it may have been meant for the
  /// puzzle.
  var isDoneForToday: Bool { mode == .daily && state == .finished && !isTalking }

  /// Closes the completed grid and its highlights.
  mutating func goOn() {
    completed = nil
    if !lit.isEmpty { (lit, news) = ([], nil) }
  }

  var isOwner: Bool { owner == viewer }

  /// Whether nobody is played against: there is neither a winner nor a round of all.
  var isAlone: Bool { isAuthored || mode == .practice }

  /// Whether a next round needs everybody's wish: whoever does not own the room asks for it, or agrees; and so does the
  /// owner where the next match is rated as well.
  var asksForRematch: Bool {
    state == .finished && !isAlone && mode != .daily && (isRematchWanted || !isOwner || isRated)
  }

  /// Whether the next round waits for the owner.
  var canBegin: Bool { game != nil && mode != .daily && !hasOneRound && nextAt == nil && endsAt == nil }

  mutating func describe(_ joined: Joined, at now: Int) {
    isAway = false
    viewer = joined.viewer
    // What others have done with the puzzle of the day before is not theirs any more.
    if puzzle != joined.puzzle { others = [] }
    isRated = joined.terms?.isRated == true
    (game, mode, puzzle, state) = (joined.game, joined.mode, joined.puzzle, joined.state)
    (isSolo, hasOneRound) = (joined.isSolo, joined.hasOneRound)
    (players, owner, code) = (joined.players, joined.owner, joined.code ?? code)
    // Fewer players may be present than have a seat, but absences are reported only from now on.
    playerCount = max(joined.playerCount, players.count)
    round = joined.round
    endsAt = joined.endsInSeconds.map { now + $0 * 1000 }
    nextAt = joined.nextInSeconds.map { now + $0 * 1000 }
    pausedAt = joined.isPaused ? now : nil
    (board, boardAt, completed) = (joined.board, now, nil)
    (outcome, share) = (joined.outcome, joined.share)
    if state == .playing { (standings, standingLines) = ([], []) }
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

  /// Whether a board in another player's event is that player's, not a shared one.
  var isOthersBoard: Bool { state == .watching && mode != .together }

  mutating func change(_ player: String, _ body: (inout OtherPlayer) -> Void) {
    if let index = others.firstIndex(where: { $0.name == player }) { return body(&others[index]) }
    var other = OtherPlayer(name: player)
    body(&other)
    // A room of thousands is not listed completely.
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

  /// The room is visible, down to the last line.
  mutating func see() {
    if talkOffset == 0 { unread = 0 }
  }

  mutating func scrollTalk(by lines: Int) {
    talkOffset = max(0, min(talkOffset + lines, talk.count - 1))
    see()
  }
}

extension RoomModel {
  /// Whether the server can say how well the player's finished match was played.
  func isAnalysed(_ shell: Shell) -> Bool {
    outcome != nil && state == .finished && shell.games.contains { $0.id == game && $0.isAnalysed }
  }
}
