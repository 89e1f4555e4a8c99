import GameKit
import WireProtocol

/// What is put back by hand if a commit fails. Places in rooms that players have opened are read again from storage;
/// those in the server's own rooms are not stored.
extension Room {
  func undoEntering(_ session: Session) {
    guard undoesPresence else { return }
    let player = session.player
    hub.journal.onFailure { [self] in
      members.remove(player.id)
      session.rooms.removeAll { $0 === self }
    }
  }

  func undoLeaving(_ member: Member) {
    let player = member.player
    guard undoesPresence, let session = player.session else { return }
    let isWatching = member.isWatching
    hub.journal.onFailure { [self] in
      guard player.session === session, session.player === player else { return }
      members.add(player, isWatching: isWatching).isArriving = false
      session.rooms.append(self)
    }
  }

  /// Somebody watches who had a seat, or the other way round. No event tells of it, but the place is stored.
  func noteWatching(_ player: Player, _ wasWatching: Bool) {
    guard plan.isPermanent else {
      isRowStale = true
      return hub.touch(self)
    }
    guard hub.configuration.isDurable else { return }
    hub.journal.onFailure { [self] in
      if let member = members[player.id] { members.setWatching(member, wasWatching) }
    }
  }

  private var undoesPresence: Bool { plan.isPermanent && hub.configuration.isDurable }

  /// A digest, or an event that stands for others, is about to be sent: if the commit fails, those count as undelivered
  /// again.
  func undoTelling() {
    guard hub.journal.ticket > 0, hub.configuration.isDurable else { return }
    let before = digest.deliveredThrough
    hub.journal.onFailure { [self] in
      digest.deliveredThrough = min(digest.deliveredThrough, before)
      // The commit may have concerned other rooms alone: then this one is not read again, and simply goes on.
      guard digest.deliveredThrough < seq, !isClosed else { return }
      digest.first = nil
      planDigest()
    }
  }

  /// Takes up what is not stored of the room that this one replaces: what members have been told, and boards of the
  /// day on which nobody has moved, with the settings that their players chose.
  func takeOver(from old: Room, isHere: (PlayerID, Player) -> Bool) {
    digest.deliveredThrough = min(old.digest.deliveredThrough, seq)
    if digest.deliveredThrough < seq {
      digest.first = digest.deliveredThrough + 1
      digest.dueAt = hub.now.adding(milliseconds: PendingDigest.interval)
    }
    guard playsTheDay else { return }
    for seat in old.seats.values.sorted(by: { $0.player.id < $1.player.id })
    where seats[seat.player.id] == nil && seat.played.scope == scope && isHere(seat.player.id, seat.player) {
      try? sitForTheDay(seat.player, settings: try? seat.played.match.settings())
    }
    for member in members.all where !member.isWatching && seats[member.player.id] == nil {
      try? sitForTheDay(member.player, settings: nil)
    }
  }
}
