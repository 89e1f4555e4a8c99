import ClientKit
import WireProtocol

actor HeardLog {
  struct Entry: Equatable {
    let room: String
    let seq: Int
    /// The common events of all clients: `moved ana`, `said ben hello`.
    let fact: String
  }

  private(set) var entries: [Entry] = []
  private(set) var faults: [String] = []
  private(set) var hasHeardRoundOver = false
  private var done: Set<String> = []
  private var ended: Set<String> = []
  private var moves = 0
  private var waiting: [(isTrue: (isolated HeardLog) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

  nonisolated func follow(_ events: Events) {
    Task { for await event in events { await note(event) } }
  }

  func isDone(_ player: String) -> Bool { done.contains(player) }

  func wait(forMoreMoves count: Int) async {
    let wanted = moves + count
    await wait { $0.moves >= wanted }
  }

  func waitForTheEnd(in rooms: [String]) async { await wait { $0.ended.isSuperset(of: rooms) } }

  private func wait(until isTrue: @escaping (isolated HeardLog) -> Bool) async {
    await withCheckedContinuation { continuation in
      if isTrue(self) { continuation.resume() } else { waiting.append((isTrue, continuation)) }
    }
  }

  private func note(_ event: Event) {
    switch event {
    case .moved(let moved):
      moves += 1
      add(moved.place, "moved \(moved.player)")
    case .finished(let finished):
      done.insert(finished.player)
      add(finished.place, "finished \(finished.player)")
    case .said(let said):
      if said.player == "audit" { ended.insert(said.place.room) }
      add(said.place, "said \(said.player) \(said.player == "audit" ? "" : said.text ?? "?")")
    case .round(let round): add(round.place, "round \(round.number)")
    case .roundOver(let over):
      hasHeardRoundOver = true
      add(over.place, "round over \(over.number)")
    case .presence(let presence): add(presence.place, "\(presence.change) \(presence.player)")
    case .paused(let event): add(event.place, "paused \(event.isPaused)")
    case .stopped(let event): add(event.place, "stopped")
    case .changed(let event): add(event.place, "changed \(event.roundSeconds)")
    case .locked(let event): add(event.place, "locked \(event.isLocked)")
    case .resynchronised(let joined): faults.append("resynchronised at \(joined.room) \(joined.seq)")
    case .shutOut, .loginLost, .passedOver, .trial, .trialReport, .other, .digest: faults.append("\(event)")
    case .link, .joined, .resumed, .newDay, .hiddenTalk, .announcement, .invited, .unsaid: break
    }
    let ready = waiting.filter { $0.isTrue(self) }
    waiting.removeAll { $0.isTrue(self) }
    for entry in ready { entry.continuation.resume() }
  }

  private func add(_ place: EventPlace, _ fact: String) {
    entries.append(Entry(room: place.room, seq: place.seq, fact: fact))
  }
}

actor DeedLog {
  private(set) var moves: [(room: String, seq: Int)] = []
  private(set) var said: [String] = []
  private(set) var unknown: [String] = []
  private(set) var faults: [String] = []
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }

  func move(_ text: String, in room: String, _ client: Client) async {
    do {
      let moved = try await client.move(text, in: room)
      moves.append((room, moved.place.seq))
    } catch {
      // Rounds end after six guesses.
      if !["game_over", "not_playing"].contains(error.code) { faults.append("move \(text) in \(room): \(error)") }
    }
  }

  func say(_ text: String, in room: String, _ client: Client) async {
    do {
      try await client.ask(Request.Say(room: room, text: text))
      said.append(text)
    } catch RequestError.linkLost {
      unknown.append(text)
    } catch {
      faults.append("say \(text) in \(room): \(error)")
    }
  }
}
