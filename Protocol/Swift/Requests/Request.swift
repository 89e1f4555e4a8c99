/// Everything a client can ask for. ``RequestTable`` tells what there is to know about each.
public enum Request {
  /// Is the server there?
  case ping
  /// The commands, or one of them.
  case help(topic: String?)
  /// What there is to play, and the present day.
  case about
  /// All limits and their values.
  case limits
  /// JSON Schema of a request, or of a game's moves or settings.
  case schema(of: String, game: String?)
  /// Claims a name, or comes back with a token or a password.
  case login(Login)
  /// Makes an account: a name with a password.
  case register(Register)
  /// Sets a password, or another one.
  case password(PasswordChange)
  /// Is a guest again.
  case logout
  /// The rooms that can be seen.
  case rooms
  /// Takes a seat in a room.
  case join(Join)
  /// Watches without a seat.
  case watch(Join)
  /// Leaves a room.
  case leave(room: String?)
  /// Opens a room of one's own.
  case create(Create)
  /// Begins the next round.
  case start(room: String?)
  /// Gives up a match against others.
  case resign(room: String?)
  /// Offers the others a draw, or takes the one that they have offered.
  case draw(room: String?)
  /// Lets the rounds in one's own room, or the match there, wait, or go on.
  case pause(room: String?, paused: Bool)
  /// Ends the round in one's own room, and lets none begin by itself.
  case stop(room: String?)
  /// How long a round lasts in one's own room; `now` for the one under way as well.
  case change(room: String?, roundSeconds: Int, now: Bool)
  /// Goes on to what comes next in one's own room.
  case skip(room: String?)
  /// The results of a room's latest round, as a table.
  case results(room: String?)
  /// Plays.
  case move(Move)
  /// Talks.
  case say(room: String?, text: String)
  /// Who is in a room.
  case who(room: String?)
  /// The board as it stands, or somebody else's as one may see it.
  case board(room: String?, player: String?)
  /// Asks a bot of the house to a table.
  case invite(room: String?)
  /// Lets itself be invited, as a bot of the house.
  case house(House)
  /// Sends a player away.
  case kick(room: String?, player: String)
  /// Lets a player in again who was sent away.
  case unkick(room: String?, player: String)
  /// Who has been sent away or silenced in one's own room.
  case excluded(room: String?)
  /// Makes another member the room's owner.
  case handOver(room: String?, player: String)
  /// Silences a player, or lets them talk again.
  case mute(room: String?, player: String, muted: Bool)
  /// Wants to hear no more of a player, or to hear again.
  case block(player: String, blocked: Bool)
  /// Whom the player does not want to hear.
  case blocked
  /// Tells those who keep order of somebody or something.
  case report(Report)
  /// A page of a game's public word list.
  case words(Words)
  /// Takes another name.
  case rename(Rename)
  /// Removes the player's data for good.
  case forgetMe(ForgetMe)
  /// What happened to the player of late.
  case timeline(TimeRange)
  /// All that is stored of the player, or a further part of it.
  case exportMe(part: Int?)
  /// How a player has done in a game.
  case stats(player: String?, game: String?)
  /// The best of a period.
  case leaderboard(Leaderboard)
  /// The best at a game that is rated.
  case ratings(game: String?, bots: Bool, limit: Int)
  /// A player's finished matches.
  case history(History)
  /// Two players head to head.
  case compare(Compare)
  /// A whole match as lines that replay offline.
  case replay(match: String)
  /// The puzzles of a day that is over, with what opens their commitments.
  case opened(day: String)
  /// Posts a result to the channel.
  case share(Share)
  /// Takes a result back from the channel.
  case unshare(share: Int)
  /// Answers a shared result with an emoji, or takes the answer back.
  case react(share: Int, emoji: Reaction?)
  /// A page of the channel.
  case shares(Shares)
  /// The letters of a shared grid.
  case reveal(share: Int, row: Int?)
  /// Sets the colours in which tiles are drawn in text; without a value, asks which they are.
  case theme(Theme?)
  /// A month of a player's dailies.
  case calendar(Calendar)
  /// A page of the list of scores.
  case scores(Scores)
  /// One score.
  case score(id: Int)
  /// Adds a score to the list, with the operator's token.
  case addScore(Score, token: String?)
  /// Takes a score off the list, with the operator's token.
  case deleteScore(id: Int, token: String?)
  /// Makes the list of scores what it was at first, with the operator's token.
  case resetScores(token: String?)
  /// Opens a series of puzzles for a bot.
  case trial(Trial)
  /// Gives up the puzzle of the trial that is being played.
  ///
  /// `puzzle` is the number of the puzzle that is meant, so that a repeated request does not give up the next one.
  case giveUp(room: String?, puzzle: Int?)
  /// The kept reports of a player's trials.
  case trials(Trials)
  /// One kept report, puzzle by puzzle.
  case trialReport(name: String, player: String?)
  /// About the words that a player learns.
  case vocabulary(Vocabulary)
  /// About words that come in or go out many at a time.
  case decks(Decks)
  /// Keeping order.
  case order(Order)
  /// What a person would type: the request that a line of text stands for.
  case command(room: String?, text: String)
  /// Ends the session.
  case bye

  /// From when to when, as people write it: `2026-11-20`, `2026-11-20T08:30`, or `2h` for so long ago.
  public struct TimeRange: Hashable, Sendable {
    /// From the first thing that is kept, unless it says otherwise.
    public var from: String?
    /// Until now, unless it says otherwise.
    public var to: String?
    /// A range.
    public init(from: String? = nil, to: String? = nil) { (self.from, self.to) = (from, to) }
  }

  /// The fields of `join` and `watch`.
  public struct Join: Hashable, Sendable {
    /// The room's name.
    public var room: String
    /// The code of a private room.
    public var code: String?
    /// Settings for a board of one's own, where the mode gives one.
    public var settings: JSONObject?
    /// Where the client's knowledge of the room ends: resume from there.
    public var since: Since?
    /// Whether today's puzzle is meant where that of the day before may still be finished.
    public var beginsToday: Bool
    /// The fields.
    public init(
      room: String, code: String? = nil, settings: JSONObject? = nil, since: Since? = nil, beginsToday: Bool = false
    ) {
      self.beginsToday = beginsToday
      self.room = room
      self.code = code
      self.settings = settings
      self.since = since
    }
  }

  /// The last event that a client has seen of a room.
  public struct Since: Hashable, Sendable {
    /// The epoch of `hello`.
    public var epoch: String
    /// The event's number.
    public var seq: Int
    /// A place in a room's events.
    public init(epoch: String, seq: Int) {
      self.epoch = epoch
      self.seq = seq
    }
  }

  /// The fields of `create`.
  public struct Create: Hashable, Sendable {
    /// The room's name; without it the server makes one up.
    public var room: String?
    /// The game; without it the room is for talking.
    public var game: String?
    /// The mode; `race` unless said otherwise.
    public var mode: ModeKind?
    /// The game's settings.
    public var settings: JSONObject?
    /// A code that joining needs; the room is then not listed.
    public var code: String?
    /// The seed of the first puzzle: the same seed gives the same puzzles. Such matches are unranked.
    public var seed: Int?
    /// The day of a past daily to practise, as a date or by its number; such matches are unranked.
    public var day: String?
    /// How long a round of a race lasts.
    public var roundSeconds: Int?
    /// Whether only players with a name may come in.
    public var isNamedOnly: Bool
    /// On what terms matches are played, in a game for several.
    public var terms = MatchTerms()
    /// Whether matches against others count for ratings; `nil` where that is left to the server: those in a bot's room
    /// do not.
    public var isRated: Bool?
    /// The fields.
    public init(
      room: String? = nil, game: String? = nil, mode: ModeKind? = nil, settings: JSONObject? = nil,
      code: String? = nil, seed: Int? = nil, day: String? = nil, roundSeconds: Int? = nil, isNamedOnly: Bool = false
    ) {
      self.room = room
      self.game = game
      self.mode = mode
      self.settings = settings
      self.code = code
      self.seed = seed
      self.day = day
      self.roundSeconds = roundSeconds
      self.isNamedOnly = isNamedOnly
    }
  }

  /// The fields of `move`.
  public struct Move {
    /// The room; may be left out by a session that is in one room.
    public var room: String?
    /// What is played.
    public var content: Content
    /// Makes the move idempotent: the same value again gets the same answer and is played once.
    public var moveID: String?
    /// The number of the daily puzzle that the move is meant for: on another day it is refused.
    public var puzzle: Int?
    /// A move as it comes from outside.
    public enum Content {
      /// `"move":{…}`.
      case typed(JSONView)
      /// `"text":"crane"`.
      case text(String)
    }
    /// The fields.
    public init(room: String? = nil, content: Content, moveID: String? = nil, puzzle: Int? = nil) {
      self.puzzle = puzzle
      self.room = room
      self.content = content
      self.moveID = moveID
    }
  }

  /// The fields of `words`.
  public struct Words: Hashable, Sendable {
    /// The game's id.
    public var game: String
    /// The list's name.
    public var list: String
    /// The page begins with the first word after this one.
    public var after: String?
    /// Words a page, up to ``maximumPage``.
    public var limit: Int
    /// The list where none is named.
    public static let usualList = "guesses"
    /// The most words one page holds.
    public static let maximumPage = 1000
    /// The fields.
    public init(game: String, list: String = Words.usualList, after: String? = nil, limit: Int = Words.maximumPage) {
      self.game = game
      self.list = list
      self.after = after
      self.limit = limit
    }
  }
}
