import WireProtocol

/// The requests of a client.
extension CrashClient {
  func logIn() {
    if let token { ask("login", ["token": .string(token)]) } else { ask("login", ["name": .string(name)]) }
  }

  func rename(to new: String) {
    guard token != nil, wantedName == nil else { return }
    wantedName = new
    ask("rename", ["name": .string(new)])
  }

  func join(_ room: String, epoch: String, isWatching: Bool = false, since: Int? = nil) {
    var fields: JSONObject = ["room": .string(room)]
    if let seq = since ?? cursors[room] {
      fields["since"] = ["epoch": .string(epoch), "seq": .int(seq)]
      cursors[room] = seq
      resuming.insert(room)
    }
    roaming.places[room] = isWatching
    roaming.epoch = epoch
    if isWatching { fields["watching"] = true }
    ask("join", fields, detail: room)
  }

  /// - Returns: the `move_id`.
  @discardableResult
  func move(_ room: String, _ word: String, day: String) -> String {
    nextID += 1
    let move = Move(room: room, word: word, id: "\(label)-\(nextID)", day: day)
    moves.append(move)
    send(move)
    return move.id
  }

  func send(_ move: Move) {
    ask("move", ["room": .string(move.room), "text": .string(move.word), "move_id": .string(move.id)], detail: move.id)
  }

  @discardableResult
  func share(claim: Int? = nil) -> Int {
    let text = claim.map { "Wordle \($0) 3/6" }
    shares.ask()
    return ask("share", text.map { ["text": .string($0)] } ?? [:], detail: text ?? "")
  }

  func unshare() {
    guard let id = shares.takeOne() else { return }
    ask("unshare", ["share_id": .int(id)], detail: "\(id)")
  }
}
