internal import ClientKit
internal import WireProtocol

/// What the program asks the server: the model names it, the edge asks it and brings an ``Answer`` back.
enum Question: Sendable {
  /// Comes back as the player that was kept, or as the one that is asked for; without either a guest, with a token that
  /// keeps the boards when the link is lost.
  case comeBack(name: String?, token: String?, asGuest: Bool)
  /// Which games there are, and how the day stands.
  case about
  case login(name: String, token: String?)
  case rooms
  case join(room: String, code: String?, settings: JSONObject?)
  case watch(room: String, code: String?)
  case create(NewRoom)
  case leave(room: String)
  case start(room: String)
  /// `id` tells moves under way apart.
  case move(room: String, text: String, puzzle: Int?, id: Int)
  case say(room: String, text: String)
  case board(room: String)
  case who(room: String)
  case kick(room: String, player: String)
  case mute(room: String, player: String, isMuted: Bool)
  case stats(player: String?, game: String?)
  /// `isClaimed`: of results that were played elsewhere.
  case leaderboard(game: String?, period: String, bots: Bool, isClaimed: Bool = false)
  case history(player: String?, game: String?, before: String?)
  case compare(with: String, game: String?)
  case calendar(player: String?, game: String?, month: String?)
  case lookUp(Lookup)
  /// Keeps what a day's puzzles are committed to in the configuration folder, and tells what is kept there.
  case keepCommitments([String: String], day: String, epoch: String)
  /// Tells the theme, and changes it first where one is given.
  case theme(Theme?)
  /// Removes the player for good.
  case forgetMe
  /// `at`: when it was asked, in milliseconds of the program's clock.
  case ping(at: Int)
  /// Follows the channel of shared results.
  case followShares
  case shares(before: Int?, of: SharesFilter = SharesFilter())
  case share(room: String?, text: String?)
  case shareMatch(String)
  case unshare(Int)
  case reveal(Int)
  case react(Int, emoji: String?)
}

extension Question {
  /// What is asked under the same name is asked one after the other: who types on while a move is under way means the
  /// next one to be played after it, however slow the link is.
  var lane: String? {
    switch self {
    case .move(let room, _, _, _): "move \(room)"
    case .say(let room, _): "say \(room)"
    default: nil
    }
  }
}

/// A room to be opened.
struct NewRoom: Hashable, Sendable {
  var room: String?
  var game: String?
  var mode: ModeKind?
  var code: String?
  var seed: Int?
  var roundSeconds: Int?
  var settings: JSONObject?
}

/// What the server answered.
enum Answer: Sendable {
  case login(LoginAnswer)
  case about(About)
  case rooms([RoomSummary])
  case joined(Joined)
  case board(BoardAnswer)
  case who(WhoAnswer)
  case stats(StatsAnswer)
  case leaderboard(LeaderboardAnswer)
  case history(HistoryAnswer)
  case compare(CompareAnswer)
  case calendar(CalendarAnswer)
  case theme(Theme)
  case commitments([String: [String: String]])
  /// The player is gone; the session goes on under this name.
  case forgotten(String)
  /// Something whose fields are looked at where they are needed.
  case object(JSONObject)
  case done
}

/// Why there is no answer.
struct Failure: Error, Hashable, Sendable {
  /// The server's code; `nil` when it was not the server that refused.
  var code: String?
  /// One sentence.
  var message: String
  /// Whether it was the link: what was asked may have been done all the same.
  var isOfLink = false
}

/// What happens to the program.
enum AppEvent: Sendable {
  case input(Input)
  case resized(width: Int, height: Int)
  case heard(Event)
  case answered(Question, Result<Answer, Failure>)
  /// Time has passed.
  case tick
  /// The program was suspended and is back.
  case resumed
}

/// What the program wants done.
enum Effect: Sendable {
  case ask(Question)
  /// Puts text into the clipboard of whoever sits at the terminal, and keeps it to be printed at the end.
  case copy(String)
  case suspend
  /// Draws everything anew.
  case redraw
  /// Tries to connect at once.
  case retry
  case quit
}
