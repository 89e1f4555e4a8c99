internal import WireProtocol

struct PendingRequest: Sendable {
  /// The `id` on the wire: positive for callers' requests, negative for the client's own.
  let id: Int
  /// The whole line with its newline.
  let line: [UInt8]
  let traits: RequestTraits
  let limit: Duration

  var deadline: ContinuousClock.Instant
  var stage = Stage.waiting
  /// The civil day on which it was first sent.
  var day = ""

  enum Stage {
    case waiting
    case sent
    /// Refused as too fast; to be repeated at this time.
    case resting(until: ContinuousClock.Instant)
  }
}

/// The properties of a request that the client must know.
struct RequestTraits: Sendable {
  var kind: String
  var room: String?
  /// The code of a private room, needed to return to it.
  var code: String?
  var token: String?
  /// Whether a `login` claims a name.
  var claimsName = false
  /// Whether a `login` is a bot's.
  var isBot = false
  /// Whether a move names the day's puzzle, or a `give_up` the trial's.
  var namesPuzzle = false

  init(_ kind: String, room: String? = nil, code: String? = nil) {
    self.kind = kind
    self.room = room
    self.code = code
  }

  init(_ request: some WireRequest) {
    self.init(RequestCall(request: request).row.type, room: (request as? any RoomRequest)?.room)
    switch request {
    case let join as Request.Join: (room, code) = (join.room, join.code)
    case let create as Request.Create: (room, code) = (create.room, create.code)
    case let giveUp as Request.GiveUp: namesPuzzle = giveUp.puzzle != nil
    case let login as Request.Login:
      (token, isBot) = (login.token, login.isBot)
      claimsName = login.name != nil && login.password == nil
    default: break
    }
  }

  /// Whether the request may be repeated when its answer may be lost.
  var repetition: RequestRow.Repetition {
    switch kind {
    // It names its puzzle, so a repetition never gives the next one up.
    case "give_up" where namesPuzzle: .samePlayer
    // A name cannot be claimed twice; a token can be used repeatedly; and a guest without a token is gone with the
    // link, so the next guest logs in anew.
    case "login": claimsName && token == nil ? .never : .anybody
    default: RequestTable.row(of: kind)?.repetition ?? .never
    }
  }
}
