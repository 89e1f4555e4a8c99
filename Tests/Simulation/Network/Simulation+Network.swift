import ParlorCore

/// Bytes on their way, and their senders and readers.
extension Simulation {
  private var latency: Int64 { 1 + Int64(chance.below(scenario.latency)) }

  func connect(_ person: Person) {
    guard let machine else { return }
    nextLink += 1
    let isSlow = person.habit == .reading
    let link = SimulatedLink(
      session: machine.takeSlot(), client: person.index, life: life, number: nextLink,
      window: isSlow ? chance.within(500...8000) : 1 << 17,
      laziness: isSlow ? Int64(chance.below(8000)) : chance.oneIn(20) ? Int64(chance.below(2000)) : 0)
    link.lastToServer = clock + latency
    link.lastToClient = clock
    person.connected(link)
    agenda.plan(.connects(link), at: link.lastToServer)
  }

  func connects(_ link: SimulatedLink) {
    guard let machine = machine(of: link) else { return planEnd(of: link) }
    machine.opened(link)
  }

  /// Sends bytes, whole or in pieces, now or with the next ones.
  func write(_ bytes: [UInt8], on link: SimulatedLink, isLast: Bool = false) {
    link.outgoing += bytes
    guard !link.outgoing.isEmpty, !link.isMute, isLast || isSettling || !chance.oneIn(10) else { return }
    var rest = link.outgoing[...]
    link.outgoing = []
    if chance.oneIn(6) {
      for _ in 0..<chance.within(1...3) {
        let piece = rest.prefix(chance.below(rest.count + 1))
        send(Array(piece), on: link)
        rest = rest.dropFirst(piece.count)
        link.lastToServer += Int64(chance.below(chance.oneIn(8) ? 5000 : 50))
      }
    }
    send(Array(rest), on: link)
  }

  private func send(_ bytes: [UInt8], on link: SimulatedLink) {
    guard !bytes.isEmpty else { return }
    link.lastToServer = max(link.lastToServer, clock + latency)
    agenda.plan(.reachesServer(link, bytes), at: link.lastToServer)
  }

  func endsAtServer(_ link: SimulatedLink, _ end: LinkEnd) {
    machine(of: link)?.ended(end, on: link)
  }

  func deliver(_ bytes: [UInt8], to link: SimulatedLink) {
    link.lastToClient = max(link.lastToClient, clock + latency + (isSettling ? 0 : link.laziness))
    agenda.plan(.reachesClient(link, bytes), at: link.lastToClient)
  }

  func planEnd(of link: SimulatedLink) {
    link.lastToClient = max(link.lastToClient, clock + latency)
    agenda.plan(.endsAtClient(link), at: link.lastToClient)
  }

  func reachesClient(_ link: SimulatedLink, _ bytes: [UInt8]) {
    link.onTheWay -= bytes.count
    machine(of: link)?.becameWritable(link)
    guard link.isOpenAtClient, !link.isCut else { return }
    let person = people[link.client]
    person.now = circumstances
    switch scenario.plant {
    case .losesLines where isWholeEvent(bytes, link) && chance.oneIn(20): return
    case .miscountsTrials:
      let text = String(decoding: bytes, as: UTF8.self).replacing(#""moves":"#, with: #""moves":1"#)
      return person.receive(Array(text.utf8), on: link)
    case .repeatsLines where isWholeEvent(bytes, link) && chance.oneIn(20): person.receive(bytes, on: link)
    default: break
    }
    person.receive(bytes, on: link)
  }

  private func isWholeEvent(_ bytes: [UInt8], _ link: SimulatedLink) -> Bool {
    link.partial.isEmpty && bytes.last == 0x0A
  }

  func endsAtClient(_ link: SimulatedLink) {
    guard link.isOpenAtClient else { return }
    link.isOpenAtClient = false
    let person = people[link.client]
    if person.link === link { person.disconnected() }
  }

  var circumstances: Circumstances {
    Circumstances(
      life: life, failures: machine?.failures ?? 0, day: today, wall: wall.milliseconds, startedAt: startedAt,
      isCalm: !isDiskBroken)
  }

  func acts(_ person: Person) {
    if clock < asleepUntil, !isSettling {
      return agenda.plan(.acts(person.index), at: asleepUntil + Int64(chance.below(20_000)))
    }
    person.now = circumstances
    if let link = person.link {
      if !isSettling, scenario.resets > 0, chance.oneIn(max(2, scenario.resets / scenario.pause)) {
        leave(person, link)
      } else if !link.isMute {
        write(isSettling && !person.isAuditing ? [] : person.act(), on: link)
      }
    } else if !isSettling || person.isAuditing {
      connect(person)
    }
    if !isSettling || person.isAuditing || person.link?.outgoing.isEmpty == false {
      plan(.acts(person.index), after: 1 + (isSettling ? 200 : chance.waiting(about: scenario.pause)))
    }
  }

  /// A client closes a connection, in one of the possible ways.
  private func leave(_ person: Person, _ link: SimulatedLink) {
    switch chance.below(6) {
    case 0:
      write(person.farewell(), on: link)
      fallthrough
    case 1:
      write([], on: link, isLast: true)
      link.isMute = true
      agenda.plan(.endsAtServer(link, .finished), at: link.lastToServer)
    default:
      // Without a packet the server detects it much later.
      let late = chance.oneIn(3) ? Int64(chance.below(20_000)) : latency
      link.lastToServer = max(link.lastToServer, clock + late)
      agenda.plan(.endsAtServer(link, .reset), at: link.lastToServer)
      link.isOpenAtClient = false
      person.disconnected()
    }
  }
}
