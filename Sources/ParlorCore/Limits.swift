/// Every limit of the server: one value, from which flags, `limits` and the documentation are made.
public struct Limits: Sendable {
  /// The longest line accepted, in bytes.
  public var lineBytes = 16_384
  /// Commands that may come at once.
  public var burst = 20
  /// Commands a second after the burst.
  public var commandsPerSecond = 10
  /// As `burst`, for sessions that logged in as bots.
  public var botBurst = 400
  /// As `commandsPerSecond`, for sessions that logged in as bots.
  public var botCommandsPerSecond = 200
  /// Bytes waiting for one connection from which on reading from it pauses.
  public var outputSoftBytes = 262_144
  /// Bytes waiting for one connection at which it is closed.
  public var outputHardBytes = 1_048_576
  /// Connections in all.
  public var connections = 20_000
  /// Connections from one address; 0 for no limit.
  public var connectionsPerAddress = 200
  /// Seconds without a byte after which a connection is closed; 0 for never.
  public var idleSeconds = 3_600
  /// New names that one address may claim in a day.
  public var newNamesPerAddress = 60
  /// Characters in a player's or a room's name.
  public var nameCharacters = 20
  /// Characters in a line of talk.
  public var chatCharacters = 500
  /// Characters in a move that is typed as text.
  public var moveCharacters = 100
  /// Rooms that one player may own at a time.
  public var roomsPerPlayer = 8
  /// Rooms that one session may be in at a time.
  public var roomsPerSession = 16
  /// Rooms at a time that were opened from one address since the server started; 0 for no limit. A class of 30 behind
  /// one router has as many as each of them may own.
  public var roomsPerAddress = 240
  /// Bots of the house that may be at tables of one address, or on their way there.
  public var houseBotsPerAddress = 2
  /// Rooms in all.
  public var rooms = 10_000
  /// Members of a room that a player has created.
  public var roomMembers = 500
  /// Rooms with more members than this get digests instead of each event.
  public var digestMembers = 64
  /// Lines of talk that a room with more members than ``digestMembers`` delivers in a second, counted once for each
  /// member: the more members, the fewer lines.
  public var talkDeliveriesPerSecond = 10_000
  /// Events that a room keeps for those who resume.
  public var resumeEvents = 256
  /// Bytes that these events may take.
  public var resumeBytes = 262_144
  /// Seconds for which a seat is kept in a race or a shared game when its player's connection is gone.
  public var seatSeconds = 120
  /// Seconds after midnight for which a daily that was begun may be finished, and its puzzle stays shut for everybody.
  public var dailyGraceSeconds = 3_600
  /// Seconds after which nothing of a player who was forgotten is left in the files.
  public var scrubSeconds = 86_400
  /// Days for which it is kept when players were here and in which rooms; 0 for not at all.
  public var visitsDays = 14
  /// Seconds in which a player may begin one export.
  public var exportSeconds = 3_600
  /// Days for which matches that are over are kept, with their moves and results, and results claimed from elsewhere; 0
  /// for ever. What is counted of them stays.
  public var matchesDays = 0
  /// Seconds for which guests and new names from the address of somebody whom a room's owner has sent away or silenced
  /// are sent away or silent there too; 0 for never.
  public var excludedAddressSeconds = 300
  /// Moves at one board: of one player, or of all who share it.
  public var boardMoves = 1_000
  /// Names that `joined` and `who` list at most.
  public var playersListed = 64
  /// The least characters of a password.
  public var passwordCharacters = 8
  /// The base-2 logarithm of scrypt's N (RFC 7914) for new passwords, with r 8: 14 takes 16 MiB, each more twice that.
  public var passwordCost = 14
  /// scrypt's p: how many times the work is done, in the same memory.
  public var passwordMixes = 1
  /// Passwords that wait to be checked or made; one at a time is.
  public var passwordsWaiting = 64
  /// Wrong passwords that may be tried at once for a name from one address.
  public var passwordTries = 5
  /// Wrong passwords that may be tried at once from one address, for all names.
  public var passwordTriesPerAddress = 50
  /// Seconds after which there is one try more.
  public var passwordTrySeconds = 10
  /// Wrong codes of a room that may be tried at once from one address.
  public var codeTries = 20
  /// Wrong codes that may be tried at once from one address, for all rooms.
  public var codeTriesPerAddress = 100
  /// Seconds after which there is one try more.
  public var codeTrySeconds = 10
  /// Words that a player may keep, in all languages.
  public var words = 20_000
  /// Languages that a player may learn.
  public var languages = 100
  /// Bytes of all that a player has written about words.
  public var vocabularyBytes = 4_194_304
  /// Bytes of a deck's file that is sent.
  public var importBytes = 6_291_456
  /// Bytes of all files of decks that are sent at a time.
  public var importBytesInAll = 67_108_864
  /// Seconds after which a deck's file is dropped, when nothing more of it comes and it is not added.
  public var importSeconds = 600
  /// Rooms that `rooms` lists at most.
  public var roomsListed = 200

  /// Milliseconds of each second that may be spent on making puzzles that somebody asks for.
  public var puzzleMillisecondsPerSecond = 200
  /// The same for one address; 0 for no limit of its own.
  public var puzzleMillisecondsPerAddress = 100
  /// Puzzles in a trial.
  public var trialPuzzles = 10_000
  /// Reports of trials that are kept of a player: the newest.
  public var trialsPerPlayer = 50
  /// Points that a rating may gain in a day from one opponent, and from all opponents of one address; 0 for no limit.
  /// The first win between newcomers is 162.
  public var ratingPointsPerDay = 200
  /// Results from elsewhere that a player may share of one game in a day: there is one puzzle a day, and some catch up.
  public var claimsPerDay = 5

  /// Players whom a player may have blocked.
  public var blocksPerPlayer = 100
  /// Reports that a player, or guests from one address, may send in a day.
  public var reportsPerDay = 20
  /// Reports that may come from one address in a day, whoever sends them; 0 for no limit.
  public var reportsPerAddress = 100
  /// Reports that are kept; those that are settled make room, the oldest first.
  public var reports = 1_000
  /// Acts of those who keep order that the audit log has: the newest. What older ones have led to stays in force.
  public var acts = 20_000

  /// Scores in the list.
  public var scores = 10_000
  /// HTTP connections in all, besides those of lines.
  public var httpConnections = 256
  /// HTTP connections from one address; 0 for no limit.
  public var httpConnectionsPerAddress = 64
  /// Seconds after which an HTTP connection without a request is closed.
  public var httpIdleSeconds = 30
  /// Seconds that an HTTP request may take to arrive.
  public var httpRequestSeconds = 10
  /// The longest body of an HTTP request, in bytes.
  public var httpBodyBytes = 16_384

  /// Characters in a line that is typed: the longest talk, and the command before it.
  var typedCharacters: Int { chatCharacters + 64 }

  /// The defaults.
  public init() {}

  /// One limit as flags and messages name it.
  public struct Entry: Sendable {
    /// The name on the wire and in `--limit NAME=VALUE`.
    public let name: String
    /// What it bounds, in half a sentence.
    public let summary: String
    /// The values that make sense.
    public let range: ClosedRange<Int>
    /// What `--limits bench` sets it to, so that measurements do not run into it.
    public let bench: Int?
    /// Where the value stands.
    public let value: any WritableKeyPath<Limits, Int> & Sendable
  }

  /// All limits, in the order in which people read them.
  public static let entries: [Entry] = [
    Entry(
      name: "line_bytes", summary: "bytes in one line", range: 256...1_048_576, bench: nil, value: \.lineBytes),
    Entry(
      name: "burst", summary: "commands that may come at once", range: 1...1_000_000_000,
      bench: 1_000_000_000, value: \.burst),
    Entry(
      name: "commands_per_s", summary: "commands a second after the burst", range: 1...1_000_000_000,
      bench: 1_000_000_000, value: \.commandsPerSecond),
    Entry(
      name: "bot_burst", summary: "commands that may come at once from a bot", range: 1...1_000_000_000,
      bench: 1_000_000_000, value: \.botBurst),
    Entry(
      name: "bot_commands_per_s", summary: "commands a second from a bot", range: 1...1_000_000_000,
      bench: 1_000_000_000, value: \.botCommandsPerSecond),
    Entry(
      name: "output_soft_bytes", summary: "bytes waiting for a connection from which on its input pauses",
      range: 4096...1_073_741_824, bench: nil, value: \.outputSoftBytes),
    Entry(
      name: "output_hard_bytes", summary: "bytes waiting for a connection at which it is closed",
      range: 8192...1_073_741_824, bench: 67_108_864, value: \.outputHardBytes),
    Entry(
      name: "connections", summary: "connections in all", range: 1...1_000_000, bench: 1_000_000,
      value: \.connections),
    Entry(
      name: "connections_per_address", summary: "connections from one address, 0 for no limit",
      range: 0...1_000_000, bench: 0, value: \.connectionsPerAddress),
    Entry(
      name: "idle_s", summary: "seconds without a byte after which a connection is closed, 0 for never",
      range: 0...31_536_000, bench: 0, value: \.idleSeconds),
    Entry(
      name: "new_names_per_address", summary: "new names and tokens from one address in a day",
      range: 0...1_000_000, bench: 1_000_000, value: \.newNamesPerAddress),
    Entry(
      name: "name_characters", summary: "characters in a name of a player or a room", range: 3...64, bench: nil,
      value: \.nameCharacters),
    Entry(
      name: "chat_characters", summary: "characters in a line of talk", range: 1...10_000, bench: nil,
      value: \.chatCharacters),
    Entry(
      name: "move_characters", summary: "characters in a move that is typed as text", range: 1...10_000, bench: nil,
      value: \.moveCharacters),
    Entry(
      name: "rooms_per_player", summary: "rooms that a player may own at a time", range: 0...100_000,
      bench: 100_000, value: \.roomsPerPlayer),
    Entry(
      name: "rooms_per_address", summary: "rooms at a time that were opened from one address, 0 for no limit",
      range: 0...1_000_000, bench: 0, value: \.roomsPerAddress),
    Entry(
      name: "rooms_per_session", summary: "rooms that a session may be in at a time", range: 1...1000,
      bench: nil, value: \.roomsPerSession),
    Entry(
      name: "house_bots_per_address", summary: "bots of the house at tables of one address", range: 0...1000,
      bench: nil,
      value: \.houseBotsPerAddress),
    Entry(name: "rooms", summary: "rooms in all", range: 1...1_000_000, bench: 1_000_000, value: \.rooms),
    Entry(
      name: "room_members", summary: "members of a room that a player has created", range: 2...100_000,
      bench: 100_000, value: \.roomMembers),
    Entry(
      name: "digest_members", summary: "rooms with more members get digests instead of each event",
      range: 2...100_000, bench: nil, value: \.digestMembers),
    Entry(
      name: "talk_deliveries_per_s",
      summary: "lines of talk a second in a room with digests, times its members", range: 1...1_000_000_000,
      bench: 1_000_000_000, value: \.talkDeliveriesPerSecond),
    Entry(
      name: "resume_events", summary: "events that a room keeps for those who resume", range: 0...100_000,
      bench: nil, value: \.resumeEvents),
    Entry(
      name: "resume_bytes", summary: "bytes that these events may take", range: 0...67_108_864, bench: nil,
      value: \.resumeBytes),
    Entry(
      name: "seat_s", summary: "seconds for which the seat of a lost connection is kept", range: 0...86_400,
      bench: nil, value: \.seatSeconds),
    Entry(
      name: "daily_grace_s",
      summary: "seconds after midnight for which a daily that was begun may be finished", range: 0...43_200,
      bench: nil, value: \.dailyGraceSeconds),
    Entry(
      name: "scrub_s", summary: "seconds after which nothing of who was forgotten is left in files",
      range: 1...2_592_000,
      bench: nil, value: \.scrubSeconds),
    Entry(
      name: "visits_days", summary: "days for which it is kept when players were here and in which rooms, 0 for not",
      range: 0...365, bench: 0, value: \.visitsDays),
    Entry(
      name: "export_s", summary: "seconds in which a player may begin one export", range: 0...2_592_000, bench: nil,
      value: \.exportSeconds),
    Entry(
      name: "matches_days",
      summary: "days for which matches and claimed results are kept, 0 for ever; what is counted stays",
      range: 0...36_500, bench: nil, value: \.matchesDays),
    Entry(
      name: "excluded_address_s",
      summary: "seconds for which a kick or a mute also counts for guests from the same address, 0 for never",
      range: 0...86_400, bench: nil, value: \.excludedAddressSeconds),
    Entry(
      name: "board_moves", summary: "moves at one board, of all who play at it", range: 1...1_000_000_000,
      bench: 1_000_000_000, value: \.boardMoves),
    Entry(
      name: "players_listed", summary: "names that joined and who list at most", range: 1...10_000, bench: nil,
      value: \.playersListed),
    Entry(
      name: "rooms_listed", summary: "rooms that rooms lists at most", range: 1...10_000, bench: nil,
      value: \.roomsListed),
    Entry(
      name: "puzzle_ms_per_s", summary: "milliseconds a second for making puzzles that are asked for",
      range: 1...1_000_000, bench: 1_000_000, value: \.puzzleMillisecondsPerSecond),
    Entry(
      name: "puzzle_ms_per_address", summary: "the same for one address, 0 for no limit", range: 0...1_000_000,
      bench: 0, value: \.puzzleMillisecondsPerAddress),
    Entry(
      name: "trial_puzzles", summary: "puzzles in a trial", range: 1...1_000_000, bench: nil, value: \.trialPuzzles),
    Entry(
      name: "trials_per_player", summary: "reports of trials that are kept of a player, the newest", range: 0...10_000,
      bench: nil, value: \.trialsPerPlayer),
    Entry(
      name: "rating_points_per_day",
      summary: "points that a rating may gain in a day from one opponent, or from one address, 0 for no limit",
      range: 0...10_000, bench: 0, value: \.ratingPointsPerDay),
    Entry(
      name: "claims_per_day", summary: "results from elsewhere that a player may share of one game in a day",
      range: 1...1_000_000, bench: nil, value: \.claimsPerDay),
    Entry(
      name: "blocks_per_player", summary: "players whom a player may have blocked", range: 0...10_000, bench: nil,
      value: \.blocksPerPlayer),
    Entry(
      name: "reports_per_day", summary: "reports from one player, or from guests at one address, in a day",
      range: 0...100_000, bench: nil, value: \.reportsPerDay),
    Entry(
      name: "reports_per_address", summary: "reports from one address in a day, 0 for no limit",
      range: 0...100_000, bench: 0, value: \.reportsPerAddress),
    Entry(
      name: "reports", summary: "reports that are kept, settled ones making room", range: 1...100_000, bench: nil,
      value: \.reports),
    Entry(
      name: "acts", summary: "acts of those who keep order that the audit log has, the newest", range: 1...1_000_000,
      bench: nil, value: \.acts),
    Entry(
      name: "password_characters", summary: "the least characters of a new password", range: 8...64, bench: nil,
      value: \.passwordCharacters),
    Entry(
      name: "password_cost", summary: "the base-2 logarithm of scrypt's N: 14 takes 16 MiB, each more twice that",
      range: 4...18, bench: nil, value: \.passwordCost),
    Entry(
      name: "password_mixes", summary: "scrypt's p: how many times that work is done", range: 1...16, bench: nil,
      value: \.passwordMixes),
    Entry(
      name: "passwords_waiting", summary: "passwords that wait to be checked or made, one at a time is",
      range: 1...10_000, bench: nil, value: \.passwordsWaiting),
    Entry(
      name: "password_tries", summary: "wrong passwords at once for a name from one address", range: 1...1_000_000,
      bench: nil, value: \.passwordTries),
    Entry(
      name: "password_tries_per_address", summary: "the same for all names", range: 1...1_000_000, bench: nil,
      value: \.passwordTriesPerAddress),
    Entry(
      name: "password_try_s", summary: "seconds after which there is one try more", range: 1...86_400, bench: nil,
      value: \.passwordTrySeconds),
    Entry(
      name: "code_tries", summary: "wrong codes of a room at once from one address", range: 1...1_000_000, bench: nil,
      value: \.codeTries),
    Entry(
      name: "code_tries_per_address", summary: "the same for all rooms", range: 1...1_000_000, bench: nil,
      value: \.codeTriesPerAddress),
    Entry(
      name: "code_try_s", summary: "seconds after which there is one try of a code more", range: 1...86_400, bench: nil,
      value: \.codeTrySeconds),
    Entry(
      name: "languages", summary: "languages that a player may learn", range: 1...10_000, bench: nil,
      value: \.languages),
    Entry(
      name: "words", summary: "words that a player may keep, in all languages", range: 1...1_000_000, bench: nil,
      value: \.words),
    Entry(
      name: "vocabulary_bytes", summary: "bytes of all that a player has written about words",
      range: 1024...1_073_741_824, bench: nil, value: \.vocabularyBytes),
    Entry(
      name: "import_bytes", summary: "bytes of a deck's file that is sent", range: 1024...1_073_741_824, bench: nil,
      value: \.importBytes),
    Entry(
      name: "import_bytes_in_all", summary: "bytes of all files of decks that are sent at a time",
      range: 1024...17_179_869_184, bench: nil, value: \.importBytesInAll),
    Entry(
      name: "import_s", summary: "seconds after which a deck's file is dropped when nothing more is done with it",
      range: 1...86_400, bench: nil, value: \.importSeconds),
    Entry(
      name: "scores", summary: "scores in the list", range: 3...100_000, bench: 100_000, value: \.scores),
    Entry(
      name: "http_connections", summary: "HTTP connections in all", range: 1...100_000, bench: 4096,
      value: \.httpConnections),
    Entry(
      name: "http_connections_per_address", summary: "HTTP connections from one address, 0 for no limit",
      range: 0...100_000, bench: 0, value: \.httpConnectionsPerAddress),
    Entry(
      name: "http_idle_s", summary: "seconds after which an HTTP connection without a request is closed",
      range: 1...86_400, bench: nil, value: \.httpIdleSeconds),
    Entry(
      name: "http_request_s", summary: "seconds that an HTTP request may take to arrive", range: 1...86_400,
      bench: nil, value: \.httpRequestSeconds),
    Entry(
      name: "http_body_bytes", summary: "bytes in the body of an HTTP request", range: 256...1_048_576,
      bench: nil, value: \.httpBodyBytes),
  ]

  /// A limit that cannot be set so.
  public struct Refusal: Error, Hashable, Sendable {
    /// One sentence.
    public let message: String
  }

  /// Sets one limit by its name.
  ///
  /// - Throws: ``Refusal`` for a name that does not exist or a value out of range.
  public mutating func set(_ name: String, to value: Int) throws(Refusal) {
    guard let entry = Self.entries.first(where: { $0.name == name }) else {
      throw Refusal(message: "there is no limit \"\(name)\"")
    }
    guard entry.range.contains(value) else {
      throw Refusal(
        message: "limit \(name) takes \(entry.range.lowerBound) to \(entry.range.upperBound), not \(value)")
    }
    self[keyPath: entry.value] = value
  }

  /// Lifts what measurements must not run into.
  public mutating func liftForMeasurements() {
    for entry in Self.entries {
      if let value = entry.bench { self[keyPath: entry.value] = value }
    }
  }
}
