import WireProtocol

/// One board for all, on which the room moves as one: each move is the one with most votes.
///
/// It is for streams and classes: everybody has a seat, at any time, and joins and leaves are sent in digests. A result
/// is the room's and no player's, so nothing counts for statistics.
struct VoteMode: RoundMode {
  let kind: ModeKind? = .together
  let sharesBoard = true
  let dealsAtOnce = true
  let ballotSeconds: Int?
  let shareLabel = Self.label
  let isRanked = false
  let digestsAlways = true

  static let label = "the room"

  init(seconds: Int) { ballotSeconds = seconds }
}
