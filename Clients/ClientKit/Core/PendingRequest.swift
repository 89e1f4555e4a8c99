internal import WireProtocol

struct PendingRequest: Sendable {
  /// The `id` on the wire. Callers' are positive, the client's own negative.
  let id: Int
  /// The whole line, newline included.
  let line: [UInt8]
  let traits: RequestTraits
  let limit: Duration

  var deadline: ContinuousClock.Instant
  var stage = Stage.waiting
  /// The civil day on which it was sent first.
  var day = ""

  enum Stage {
    case waiting
    case sent
    /// Refused as too fast; to be sent again at this moment.
    case resting(until: ContinuousClock.Instant)
  }
}

/// What the client itself has to know of a request that it sends.
struct RequestTraits: Sendable {
  var kind: String
  var room: String?
  /// The code of a private room: coming back needs it.
  var code: String?
  var token: String?
  /// Whether a `login` claims a name.
  var claimsName = false
  /// Whether a `login` is a program's.
  var isBot = false
  /// Whether a move says which day's puzzle it means, or a `give_up` which of the trial's.
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

  /// Whether the request may be sent a second time when its answer may have been lost.
  var repetition: RequestRow.Repetition {
    switch kind {
    // It says which puzzle is meant: the next one is not given up, whatever became of the first request.
    case "give_up" where namesPuzzle: .samePlayer
    // A name that was claimed cannot be claimed again; a token opens again and again, and a guest without one is gone
    // with the link: whoever is the guest on the next one asks anew.
    case "login": claimsName && token == nil ? .never : .anybody
    default: RequestTable.row(of: kind)?.repetition ?? .never
    }
  }
}
