import Callbacks
import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("A read-only core")
struct ReadingCoreTests {
  /// A read-only core, and its output by session; its queries are answered at once.
  private final class Reading {
    let parlor: Parlor
    let storage: SQLiteStorage
    private(set) var told: [SessionID: [JSON]] = [:]
    private(set) var tickets: Set<CommitTicket> = []
    let now: Instant

    init(_ server: FaultyServer) throws {
      now = server.now
      storage = server.storage
      parlor = Parlor(server.configuration, restoring: try storage.load(), now: now, isReading: true)
    }

    func attach(_ id: SessionID, _ snapshot: [UInt8]) {
      snapshot.withUnsafeBytes { parlor.attach(id, from: .network("test"), snapshot: $0, position: 0, at: now) }
      settle(at: now)
    }

    func ask(_ id: SessionID, _ line: String) -> JSON? {
      Array(line.utf8).withUnsafeBytes { parlor.receive($0, from: id, at: now) }
      settle(at: now)
      return told[id]?.last
    }

    func settle(at time: Instant) {
      #expect(parlor.takeBatch(at: time) == nil)
      take()
      while let (number, queries) = parlor.takeQueries() {
        parlor.answered(number, with: awaitResult { storage.answer(queries, completion: $0) }, at: time)
        take()
      }
    }

    private func take() {
      parlor.drainEffects { effects in
        effects.bytes.withUnsafeBytes { bytes in
          for case .send(let range, let recipients, let ticket) in effects.list {
            tickets.insert(ticket)
            let message = try? JSON(parsing: Array(bytes[range]))
            for id in effects.recipients[recipients] { told[id, default: []].append(message ?? .null) }
          }
        }
      }
    }
  }

  private let server: FaultyServer
  private let ana: SessionID
  private let ben: SessionID

  init() throws {
    server = try FaultyServer(try FaultyServer.storage())
    (ana, ben) = (server.connect(), server.connect())
    for (id, name) in [(ana, "ana"), (ben, "ben")] {
      server.send(id, "login", ["name": .string(name)])
      server.settle()
    }
    server.send(ana, "create", ["room": "race", "game": "wordle", "mode": "race"])
    server.settle()
    server.send(ben, "join", ["room": "race"])
    server.settle()
    server.send(ana, "start")
    server.settle()
    server.send(ana, "move", ["text": "slate"])
    server.settle()
  }

  private func reading() throws -> Reading {
    let snapshots = [ana, ben].map { server.parlor.takeSnapshot(of: $0) }
    let reading = try Reading(server)
    for (id, snapshot) in zip([ana, ben], snapshots) { reading.attach(id, try #require(snapshot)) }
    return reading
  }

  @Test("Sessions are told that the core is read-only, are in their rooms, and are sent nothing else")
  func attached() throws {
    let reading = try reading()
    for id in [ana, ben] {
      #expect(reading.told[id]?.map { $0["type"] } == ["takeover"])
      #expect(reading.told[id]?.first?["state"] == "reading")
    }
    #expect(reading.ask(ana, #"{"type":"board","room":"race","id":1}"#)?["type"] == "board")
    let who = reading.ask(ben, #"{"type":"who","room":"race","id":2}"#)
    #expect(who?["players"] == ["ana", "ben"])
    #expect(reading.ask(ana, #"{"type":"stats","game":"wordle","id":3}"#)?["player"] == "ana")
    #expect(reading.tickets == [0])
  }

  @Test("Requests that change something are refused, others answered", arguments: RequestTable.rows.map(\.type))
  func refusals(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    guard !["command", "bye", "theme"].contains(type) else { return }
    let reading = try reading()
    let console = SessionID(slot: 9, generation: 1)
    reading.parlor.open(console, from: .console(user: "root"), at: reading.now)
    let code = reading.ask(row.isForStaff ? console : ana, row.example.text)?["code"]
    #expect(
      (code == .string(ErrorCode.storageUnavailable.rawValue)) == row.needs.contains(.storage),
      "\(String(describing: code))")
    #expect(reading.tickets == [0])
  }

  @Test("Time and disconnections change nothing and are not announced")
  func time() throws {
    let reading = try reading()
    let before = reading.told[ben]
    reading.parlor.close(ana, at: reading.now)
    let late = reading.now.adding(milliseconds: 40 * 3_600_000)
    reading.parlor.reachTime(late)
    reading.settle(at: late)
    #expect(reading.told[ben] == before)
    #expect(reading.parlor.nextDeadline > late)
    // The next core finds everything unchanged.
    let next = try server.reference()
    #expect(next.rooms["race"]?.seq == server.parlor.rooms["race"]?.seq)
    #expect(next.rooms["race"]?.seats.count == 2)
  }
}
