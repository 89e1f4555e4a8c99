/// How far the client has followed a room, and what it takes to come back into it.
struct RoomTrack {
  enum Verdict: Equatable {
    case new
    /// It has been taken already.
    case duplicate
    /// Something before it is missing.
    case gap
    /// The room is being described anew; the event will come again after that.
    case early
  }

  enum Phase: Equatable {
    case live
    /// `join` with `since` is under way.
    case resuming
    /// Events were passed over, for nobody took those before; to be resumed when there is room again.
    case behind
  }

  let name: String
  var code: String?
  var isWatching: Bool
  var isDaily: Bool
  /// The number of the last event that was taken, and the epoch in which it has that number.
  private(set) var seq: Int
  private(set) var epoch: String
  private(set) var phase = Phase.live
  /// The number up to which the missed events come after a resume; some at its end may be left out.
  private var replayEnd = 0
  /// Where a gap was last seen: a second one at the same place is no accident.
  private var gapAt: Int?

  init(name: String, code: String?, isWatching: Bool, isDaily: Bool, seq: Int, epoch: String) {
    self.name = name
    self.code = code
    self.isWatching = isWatching
    self.isDaily = isDaily
    self.seq = seq
    self.epoch = epoch
  }

  /// Looks at an event, and takes it if it is the next one.
  ///
  /// - Parameter isDigest: whether it sums up. Sums are news even where they stand for events that have been told.
  mutating func take(from: Int?, seq number: Int, isDigest: Bool = false) -> Verdict {
    guard phase == .live else { return .early }
    guard number > seq || (isDigest && number == seq) else { return .duplicate }
    // What a resume leaves out at its end are the client's own comings: `joined` stands for them.
    let known = number > replayEnd ? max(seq, replayEnd) : seq
    guard (from ?? number) <= known &+ 1 || known == Int.max else { return .gap }
    seq = number
    gapAt = nil
    return .new
  }

  /// The room was described as it is, with nothing to come before `number`.
  mutating func describe(at number: Int) {
    phase = .live
    seq = max(seq, number)
  }

  /// The room was described anew; what was known of it counts no more.
  mutating func restart(at number: Int, epoch: String) {
    phase = .live
    seq = number
    self.epoch = epoch
    replayEnd = 0
    gapAt = nil
  }

  /// The room is followed again; what was missed comes next, up to `number`.
  mutating func replay(upTo number: Int) {
    phase = .live
    replayEnd = number
  }

  mutating func resume() { phase = .resuming }

  /// The event that was to be taken next finds no place.
  mutating func fallBehind() { phase = .behind }

  /// - Returns: whether asking for what was missed may help; where it did not before, it will not now.
  mutating func noteGap() -> Bool {
    defer { gapAt = seq }
    return gapAt != seq
  }
}
