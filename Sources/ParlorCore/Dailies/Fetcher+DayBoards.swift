import GameKit
import Kernel

/// Boards of the day that requests need and that are not in memory.
extension Fetcher {
  /// Loads a player's boards in a room, once for all requests that wait for them.
  ///
  /// - Parameter completion: is told whether they were readable; a board that cannot be replayed is quarantined, and
  ///   counts as read.
  func load(_ lack: DayBoardsLack, from address: String?, _ completion: @escaping (Bool) -> Void) {
    guard let room = rooms[lack.room], let player = players.withID(lack.player) else { return completion(true) }
    let queries = room.daily?.queries(for: player) ?? []
    guard !queries.isEmpty else { return completion(true) }
    loadingBoards[lack, default: []].append(completion)
    guard loadingBoards[lack]?.count == 1 else { return }
    var answers: [(StoredDayBoard, ReplayedBoard?)] = []
    for query in queries {
      // Boards only leave memory when they are durable.
      hub.journal.askAtOnce(query, from: address) { [unowned self] answer in
        answers.append((query.board, answer as? ReplayedBoard))
        if answers.count == queries.count { finishLoading(lack, answers) }
      }
    }
  }

  private func finishLoading(_ lack: DayBoardsLack, _ answers: [(StoredDayBoard, ReplayedBoard?)]) {
    let read = answers.compactMap { stored, board in board.map { (stored, $0) } }
    let isRead = read.count == answers.count
    // Both boards or none: together they decide which is current.
    if isRead, let room = rooms[lack.room], let player = players.withID(lack.player) {
      room.daily?.take(read.sorted { $0.0.day < $1.0.day }, of: player)
    }
    for completion in loadingBoards.removeValue(forKey: lack) ?? [] { completion(isRead) }
  }
}
