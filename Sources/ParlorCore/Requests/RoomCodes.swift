import GameKit
import Names
import WireProtocol

/// The codes of private rooms. Wrong ones are limited, since a short code could be found within a second.
struct RoomCodes {
  /// Recent wrong codes.
  private var tries = FailureLimiter()
  /// Samples wrong codes for the server log.
  private var wrong = LogSampler()

  /// Refuses sessions that are not in the room, do not own it and do not know its code.
  mutating func check(_ code: String?, of room: Room, by session: Session, isWatching: Bool) throws(WireError) {
    let (player, hub) = (session.player, room.hub)
    guard let expected = room.plan.code, room.owner !== player, room.members[player.id] == nil else { return }
    guard let code else {
      throw WireError(
        .wrongCode, "\(room.name) needs a code: /\(isWatching ? "watch" : "join") \(room.name) CODE")
    }
    // A phone's keyboard capitalises what it takes for the beginning of a sentence.
    let isRight = PlayerName.fold(code) == PlayerName.fold(expected)
    // Where somebody is in already, the code is known: one pupil must not lock out a class behind one router.
    if isRight, room.members.all.contains(where: { $0.player.address == session.address }) { return }
    let (key, bounds) = (PlayerName.fold(room.name), hub.limits.codeTriesBounds)
    if let wait = tries.take(key, from: session.address, bounds, now: hub.now) {
      throw WireError(
        .tooFast, "Too many wrong codes have been tried from your address: try again in \((wait + 999) / 1000) s",
        retryAfterMilliseconds: wait)
    }
    guard !isRight else { return tries.giveBack(key, from: session.address, bounds) }
    logWrongCode(of: room, by: session)
    throw WireError(.wrongCode, "That is not the code of \(room.name)")
  }

  private mutating func logWrongCode(of room: Room, by session: Session) {
    guard let unlogged = wrong.count(at: room.hub.now) else { return }
    var fields: JSONObject = ["from": .string(session.address), "room": .string(room.name)]
    if unlogged > 0 { fields["unlogged"] = .int(unlogged) }
    room.hub.log("wrong_code", fields)
  }
}

extension Limits {
  /// The limits on wrong codes.
  fileprivate var codeTriesBounds: FailureLimiter.Bounds {
    FailureLimiter.Bounds(name: codeTries, address: codeTriesPerAddress, interval: Int64(codeTrySeconds) * 1000)
  }
}
