/// How far the client has followed a room, and its state for returning to it.
struct RoomTrack {
  enum Verdict: Equatable {
    case new
    /// The event was already delivered.
    case duplicate
    /// Earlier events are missing.
    case gap
    /// The room is being described again; the event will be repeated after that.
    case early
  }

  enum Phase: Equatable {
    case live
    /// A `join` with `since` is pending.
    case resuming
    /// Events were dropped because the buffer was full; the room is resumed when there is space.
    case behind
  }

  let name: String
  var code: String?
  var isWatching: Bool
  var isDaily: Bool
  /// Whether nobody else can come in: a player is in one such room at a time.
  var isSolo = false
  /// The number of the last delivered event, and its epoch.
  private(set) var seq: Int
  private(set) var epoch: String
  private(set) var phase = Phase.live
  /// The number of the last missed event after a resume; some at the end may be left out.
  private var replayEnd = 0
  /// Where a gap was last found: a second one at the same number is persistent.
  private var gapAt: Int?

  init(name: String, code: String?, isWatching: Bool, isDaily: Bool, seq: Int, epoch: String) {
    self.name = name
    self.code = code
    self.isWatching = isWatching
    self.isDaily = isDaily
    self.seq = seq
    self.epoch = epoch
  }

  /// Classifies an event, and advances if it is the next one.
  ///
  /// - Parameter isDigest: whether it is a digest. Digests are news even if they cover delivered events.
  mutating func take(from: Int?, seq number: Int, isDigest: Bool = false) -> Verdict {
    guard phase == .live else { return .early }
    guard number > seq || (isDigest && number == seq) else { return .duplicate }
    // A resume may leave out the client's own arrivals at the end: `joined` replaces them.
    let known = number > replayEnd ? max(seq, replayEnd) : seq
    guard (from ?? number) <= known &+ 1 || known == Int.max else { return .gap }
    seq = number
    gapAt = nil
    return .new
  }

  /// The room was described, with nothing to follow before `number`.
  mutating func describe(at number: Int) {
    phase = .live
    seq = max(seq, number)
  }

  /// The room was described anew; earlier state is discarded.
  mutating func restart(at number: Int, epoch: String) {
    phase = .live
    seq = number
    self.epoch = epoch
    replayEnd = 0
    gapAt = nil
  }

  /// The room is resumed; missed events follow, up to `number`.
  mutating func replay(upTo number: Int) {
    phase = .live
    replayEnd = number
  }

  mutating func resume() { phase = .resuming }

  /// The next event was dropped for lack of space.
  mutating func fallBehind() { phase = .behind }

  /// - Returns: whether requesting the missed events may help; not if it did not help at the same number before.
  mutating func noteGap() -> Bool {
    defer { gapAt = seq }
    return gapAt != seq
  }
}
