extension Person {
  /// The bytes that this client sends now; empty if it only reads.
  func act() -> [UInt8] {
    guard isGreeted else { return [] }
    if isAuditing { return Array(audit().utf8) }
    switch habit {
    case .typing: return Array(typed().utf8)
    case .rotting: return rot()
    case .learning: return Array(keepAccount().utf8)
    case .flooding where chance.oneIn(3):
      return Array((0..<chance.within(5...60)).map { _ in ask("ping", "", Ask(kind: .other)) }.joined().utf8)
    case .playing, .reading, .flooding, .idling: break
    }
    if needsLogin { return Array(logIn().utf8) }
    // Requests before the answer would be a guest's.
    guard isBack else { return [] }
    if needsRooms {
      needsRooms = false
      return Array(joinAgain().utf8)
    }
    // Several requests at once from time to time: the server reads them in one turn.
    let count = chance.oneIn(6) ? chance.within(2...5) : 1
    return Array((0..<count).map { _ in request() }.joined().utf8)
  }

  /// Reconnects, and requests everything that must be there.
  private func audit() -> String {
    if needsLogin { return logIn() }
    guard isBack else { return "" }
    if needsRooms {
      needsRooms = false
      return joinAgain()
    }
    guard !hasAskedAll else { return "" }
    hasAskedAll = true
    return statistics() + ask("history", #","limit":50"#, Ask(kind: .other))
  }

  func farewell() -> [UInt8] {
    guard habit.isStrict else { return Array("/quit\n".utf8) }
    guard isGreeted else { return [] }
    return Array(ask("bye", "", Ask(kind: .other)).utf8)
  }

  /// A request with a new `id`.
  func ask(_ type: String, _ fields: String, _ ask: Ask) -> String {
    nextAsk += 1
    asks[nextAsk] = ask
    asks[nextAsk]?.day = ledger.day
    asks[nextAsk]?.tick = ledger.channel.tick
    return #"{"type":"\#(type)","id":\#(nextAsk)\#(fields)}"# + "\n"
  }

  func logIn() -> String {
    needsLogin = false
    isBack = false
    announced = []
    let token = identity.token ?? ""
    let login = ask("login", #","token":"\#(token)""#, Ask(kind: .login))
    let expected = Expectation(places: identity.places, life: now.life, failures: now.failures)
    return login + ask("ping", "", Ask(kind: .probe, expected: expected))
  }

  /// Rejoins earlier rooms from the last received event.
  func joinAgain() -> String {
    identity.cursors.sorted { $0.key < $1.key }.compactMap { room, cursor in
      guard identity.places.contains(room) || isPermanent(room), isAuditing || !chance.oneIn(4) else {
        // A fresh join has nothing to compare.
        return nil
      }
      return resume(room, cursor, isWatching: !isAuditing && chance.oneIn(12))
    }.joined()
  }

  private func resume(_ room: String, _ cursor: Int, isWatching: Bool) -> String {
    let since = #","room":"\#(room)","since":{"epoch":"\#(epoch)","seq":\#(cursor)}"#
    return ask(
      "join", since + (isWatching ? #","watching":true"# : ""),
      Ask(kind: isWatching ? .watch : .join, room: room, number: cursor))
  }

  private func request() -> String {
    if habit == .idling, !chance.oneIn(8) { return chance.oneIn(2) ? "\n" : ask("ping", "", Ask(kind: .other)) }
    if habit == .reading, chance.oneIn(2) { return (0..<chance.within(1...12)).map { _ in longQuestion() }.joined() }
    if trial != nil, chance.oneIn(3) { return playTrial() }
    let room = views.keys.sorted().filter { _ in chance.oneIn(2) }.first
    switch chance.below(112) {
    case 100..<110: return channelRequest()
    case 110..<112: return openTrial()
    case 0..<42: if let room { return move(in: room) }
    case 42..<52: if let room { return say(in: room) }
    case 52..<57: if let room { return ask("start", #","room":"\#(room)""#, Ask(kind: .other)) }
    case 57..<60: if let room { return leaving(room) }
    case 60..<64: return again()
    case 64..<70: return who()
    case 70..<73: if let room { return order(in: room) }
    case 73..<78: return lookBack()
    case 78..<80: return score()
    case 80..<84: if !views.isEmpty { return question(room) }
    default: break
    }
    return enter()
  }

  private func enter() -> String {
    if chance.oneIn(12) {
      return ask("join", #","room":"\#(Self.channel)""#, Ask(kind: .join, room: Self.channel))
    }
    guard let room = chance.pick(chance.oneIn(4) ? scene.games : scene.rooms) else { return "\n" }
    if views[room] != nil, let cursor = identity.cursors[room], chance.oneIn(3) {
      return resume(room, cursor, isWatching: false)
    }
    if !scene.games.contains(room), chance.oneIn(3) { return create(room) }
    let isWatching = chance.oneIn(6)
    return ask(
      "join", #","watching":\#(isWatching),"room":"\#(room)""#, Ask(kind: isWatching ? .watch : .join, room: room))
  }

  private func create(_ room: String) -> String {
    let mode = room.prefix { $0 != "-" }
    var fields = #","room":"\#(room)""#
    switch mode {
    case "race", "together", "practice":
      fields += #","game":"\#(scene.game)","mode":"\#(mode)","round_s":\#(chance.within(10...60))"#
    case "seeded": fields += #","game":"\#(scene.game)","mode":"race","seed":\#((index * 10_000 + nextAsk) * 100)"#
    default: break
    }
    if mode == "talk", chance.oneIn(3) { fields += #","code":"tacos""# }
    return ask("create", fields, Ask(kind: .create, room: room))
  }

  private func move(in room: String) -> String {
    guard let view = views[room] else { return "\n" }
    nextMove += 1
    let guess = chance.below(MarkGame.answers)
    identity.records[nextMove] = MoveRecord(room: room, move: nextMove, guess: guess)
    if let puzzle = view.puzzle { identity.tried.insert(puzzle) }
    return send(nextMove, kind: .move)
  }

  private func send(_ id: Int, kind: Ask.Kind) -> String {
    guard let record = identity.records[id] else { return "\n" }
    let text = scene.isMarked ? "\(index)/\(record.move)=\(record.guess)" : RealGames.move(record.guess)
    let content = scene.isMarked && id % 2 == 0 ? #""move":{"guess":"\#(text)"}"# : #""text":"\#(text)""#
    let fields = #","room":"\#(record.room)",\#(content),"move_id":"\#(index)-\#(id)""#
    return ask("move", fields, Ask(kind: kind, room: record.room, number: id))
  }

  /// Repeats a move with its `move_id`, answered or not.
  private func again() -> String {
    let known = identity.records.keys.sorted().suffix(4)
    guard let id = chance.pick(Array(known)), let record = identity.records[id], views[record.room] != nil else {
      return "\n"
    }
    return send(id, kind: .again)
  }

  private func say(in room: String) -> String {
    nextMove += 1
    // A finished player reveals the day's puzzle: players who have not finished must not get it.
    var spoiler = ""
    // A player who is being forgotten may be a guest already, who has finished nothing and may say anything.
    if room == scene.game, !identity.mayBeForgotten, let view = views[room], let puzzle = view.done,
      puzzle == view.puzzle
    {
      spoiler = "#\(puzzle)/0/0 "
    }
    let text = spoiler + "t\(index).\(nextMove)"
    return ask("say", #","room":"\#(room)","text":"\#(text)""#, Ask(kind: .other))
  }

  private func leaving(_ room: String) -> String {
    identity.places.remove(room)
    return ask("leave", #","room":"\#(room)""#, Ask(kind: .leave, room: room))
  }

  private func order(in room: String) -> String {
    let name = "a\(chance.below(40))x1"
    if chance.oneIn(2) {
      kicks.insert(name, in: room)
      return ask("kick", #","room":"\#(room)","player":"\#(name)""#, Ask(kind: .other))
    }
    if chance.oneIn(2) { return direct(in: room, name) }
    let isMuted = chance.oneIn(2)
    return ask("mute", #","room":"\#(room)","player":"\#(name)","muted":\#(isMuted)"#, Ask(kind: .other))
  }

  /// An owner's decisions about rounds and ownership.
  private func direct(in room: String, _ name: String) -> String {
    let place = #","room":"\#(room)""#
    switch chance.below(8) {
    case 6: return ask("block", #","player":"\#(name)","blocked":\#(chance.oneIn(2))"#, Ask(kind: .other))
    case 7: return ask("report", #","player":"\#(name)","reason":"insults""#, Ask(kind: .other))
    case 0: return ask("stop", place, Ask(kind: .other))
    case 1, 2: return ask("pause", place + #","paused":\#(chance.oneIn(2))"#, Ask(kind: .other))
    case 3:
      let time = #","round_s":\#(chance.within(10...60)),"now":\#(chance.oneIn(2))"#
      return ask("change", place + time, Ask(kind: .other))
    case 4: return ask("kick", place + #","player":"\#(name)","kicked":false"#, Ask(kind: .other))
    default: return ask("hand_over", place + #","player":"\#(name)""#, Ask(kind: .other))
    }
  }

  private func question(_ room: String?) -> String {
    guard let room, chance.oneIn(2) else { return longQuestion() }
    return ask(chance.oneIn(2) ? "board" : "who", #","room":"\#(room)""#, Ask(kind: .other))
  }

  private func longQuestion() -> String {
    ask(chance.pick(["help", "limits", "rooms", "scores"]) ?? "help", "", Ask(kind: .other))
  }

  private func who() -> String {
    nextName += 1
    let name = "a\(index)x\(nextName)"
    switch chance.below(12) {
    case 0 where identity.token != nil && chance.oneIn(4):
      identity.mayBeForgotten = true
      ledger.hasForgotten = true
      identity.places = []
      ledger.channel.mayForget(identity.names.union(identity.wanted))
      trial = nil
      return ask("forget_me", #","name":"\#(identity.name)""#, Ask(kind: .forgetMe))
    case 1 where identity.isNamed:
      identity.wanted.insert(name)
      return ask("rename", #","name":"\#(name)""#, Ask(kind: .rename))
    case 2 where identity.token == nil: return ask("login", "", Ask(kind: .claim))
    default:
      guard !identity.isNamed else { return ask("ping", "", Ask(kind: .other)) }
      identity.wanted.insert(name)
      let bot = chance.oneIn(5) ? #","bot":true"# : ""
      return ask("login", #","name":"\#(name)"\#(bot)"#, Ask(kind: .claim))
    }
  }

  private func lookBack() -> String {
    let other = "a\(chance.below(20))x1"
    switch chance.below(6) {
    case 0:
      return ask("history", #","player":"\#(chance.oneIn(2) ? identity.name : other)","limit":5"#, Ask(kind: .other))
    case 1: return ask("replay", #","match":"\#(chance.below(400))""#, Ask(kind: .other))
    case 2: return ask("opened", #","day":"2026-11-\#(19 + chance.below(4))""#, Ask(kind: .other))
    case 3: return ask("leaderboard", "", Ask(kind: .other))
    case 4: return ask("compare", #","with":"\#(other)""#, Ask(kind: .other))
    default: return statistics()
    }
  }

  func statistics() -> String {
    ask("stats", #","game":"\#(scene.game)""#, Ask(kind: .statistics, number: identity.finished.count, asker: identity))
  }

  private func score() -> String {
    let id = 300 + chance.below(10)
    if chance.oneIn(3) { return ask("delete_score", #","token":"sesame","score_id":\#(id)"#, Ask(kind: .other)) }
    return ask(
      "add_score", #","token":"sesame","score":{"id":\#(id),"date":"2026-11-20","word":"crane","tries":["crane"]}"#,
      Ask(kind: .other))
  }

  private func typed() -> String {
    let room = chance.pick(scene.rooms + [scene.game]) ?? scene.game
    nextMove += 1
    identity.tried.insert(now.day)
    return [
      "\(index)/\(nextMove)=\(chance.below(MarkGame.answers))", "/join \(room)", "/watch \(room)",
      "/say t\(index).\(nextMove)",
      "/leave", "/start", "/who", "/create \(room) \(scene.game) race", "/board", "/name a\(index)x1", "/rooms",
      "/help",
    ][chance.below(12)] + "\r\n"
  }

  private func rot() -> [UInt8] {
    switch chance.below(9) {
    case 0: return (0..<chance.below(300)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
    case 1: return [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)
    case 2: return Array("GET / HTTP/1.1\r\n".utf8)
    case 3: return [UInt8](repeating: UInt8(ascii: "["), count: 3000) + [0x0A]
    case 4: return Array(#"{"type":"move","room":"\#(scene.game)","move":{"guess":7},"id":1}"#.utf8) + [0x0A]
    case 5: return [0xFF, 0xFB, 0x01, 0xFF, 0xFA] + [UInt8](repeating: 7, count: 40) + [0xFF, 0xF0, 0x0A]
    case 6: return Array(#"{"type":"create","room":"\u001b[2J","seed":-1,"round_s":1e400}"#.utf8) + [0x0A]
    case 7: return Array(#"{"type":"login","token":"p1_0000"#.utf8)
    default: return Array(#"{"type":"join","room":"\#(scene.game)","since":{"epoch":"e1","seq":-9}}"#.utf8) + [0x0A]
    }
  }
}
