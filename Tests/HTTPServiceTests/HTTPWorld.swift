import FeatureList
import Foundation
import GameKit
import HTTPService
import HTTPWire
import Kernel
import ParlorCore

/// The service and a core in memory: bytes in and out, commits that succeed or fail as the test decides, and a
/// simulated clock.
final class HTTPWorld {
  let core: Parlor
  let service: HTTPService
  let output = FakeOutput()
  private let logged = Logged()
  /// The server log's entries about HTTP.
  var log: [LogEntry] { logged.entries }
  private(set) var now = Instant(milliseconds: 1_795_161_600_000)
  private var nextSlot: UInt32 = 0
  private var inFlight: Batch?

  static let host = "localhost:7771"
  static let token = "sesame"

  init(
    isDurable: Bool = true, damaged: [DocumentID] = [], limits change: (inout Limits) -> Void = { _ in },
    service changeService: (inout HTTPServiceConfiguration) -> Void = { _ in }
  ) {
    var configuration = ServerConfiguration(
      games: [], season: SeasonKey(hashing: "http".utf8), epoch: "e1", server: "parlor test")
    configuration.entropy = SeededGenerator(seed: 1)
    configuration.isDurable = isDurable
    change(&configuration.limits)
    configuration.features = FeatureList.features(
      FeatureList.Settings(operatorToken: AccessToken(Self.token), limits: configuration.limits))
    var state = StoredState()
    state.damagedDocuments = damaged
    core = Parlor(configuration, restoring: state, now: now)
    var http = HTTPServiceConfiguration(
      hosts: AllowedHosts(
        port: 7771, address: "127.0.0.1", further: ["play.example", "other.example:8443"].compactMap(HTTPHost.init)),
      version: "0.1.0", limits: configuration.limits)
    http.isDurable = isDurable
    http.token = AccessToken(Self.token)
    changeService(&http)
    service = HTTPService(
      core: core, configuration: http, transport: output, now: now,
      surroundings: HTTPSurroundings(
        figures: {
          EdgeFigures(
            lines: EdgeFigures.Connections(open: 1, opened: 2, refused: 3, limit: 100),
            http: EdgeFigures.Connections(open: 4, opened: 5, refused: 6, limit: 100))
        }, log: { [logged] in logged.entries.append($0) }))
  }

  func connect(from address: String = "192.0.2.1", isLoopback: Bool = true) -> SessionID {
    nextSlot += 1
    let id = SessionID(slot: nextSlot, generation: 1)
    service.opened(id, from: address, isLoopback: isLoopback, at: now)
    return id
  }

  func logIn(_ name: String) {
    let id = SessionID(slot: 500, generation: 1)
    core.open(id, from: .network("test"), at: now)
    Array(#"{"type":"login","name":"\#(name)"}"#.utf8).withUnsafeBytes { core.receive($0, from: id, at: now) }
    settle()
  }

  func turn() {
    service.turn(at: now)
    core.drainEffects { _ in }
  }

  func settle(turns: Int = 1000) {
    for _ in 0..<turns {
      turn()
      guard let next = service.nextDeadline, next <= now else { return }
    }
  }

  func send(_ text: String, on id: SessionID) {
    Array(text.utf8).withUnsafeBytes { service.received($0, on: id, at: now) }
    settle()
  }

  func beginCommit() {
    core.reachTime(now)
    if inFlight == nil { inFlight = core.takeBatch(at: now) }
  }

  func succeed() {
    guard let batch = inFlight else { return }
    inFlight = nil
    core.succeeded(batch.ticket, at: now)
    output.release(through: batch.ticket)
    service.succeeded(batch.ticket)
    settle()
  }

  func fail() {
    guard let batch = inFlight else { return }
    inFlight = nil
    core.failed(batch.ticket, StorageFailure(message: "the disk is full"), at: now)
    settle()
  }

  func wait(milliseconds: Int64) {
    now = now.adding(milliseconds: milliseconds)
    settle()
  }

  func store() {
    for _ in 0..<100 {
      beginCommit()
      if inFlight == nil {
        guard !core.situation.storageWorks else { return }
        wait(milliseconds: 100)
      }
      succeed()
    }
  }

  /// Sends a request on its own connection, in one piece, and stores pending changes.
  func ask(
    _ line: String, _ fields: [String] = [], body: String? = nil, host: String? = HTTPWorld.host,
    from address: String = "192.0.2.1", isLoopback: Bool = true
  ) -> Answer? {
    let id = connect(from: address, isLoopback: isLoopback)
    var lines = ["\(line) HTTP/1.1"] + (host.map { ["Host: \($0)"] } ?? []) + fields
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""), on: id)
    store()
    return Answer.all(in: output.text(of: id), isHead: line.hasPrefix("HEAD")).first
  }

  static let authorization = "X-Authorization: \(token)"
}

private final class Logged {
  var entries: [LogEntry] = []
}

final class FakeOutput: HTTPTransport {
  private var sent: [SessionID: [(bytes: [UInt8], ticket: CommitTicket)]] = [:]
  private var released: CommitTicket = 0
  private(set) var closed: Set<SessionID> = []
  private(set) var paused: Set<SessionID> = []
  /// The bytes that the kernel has not taken, set by a test.
  var pending: [SessionID: Int] = [:]

  func send(_ bytes: [UInt8], to connection: SessionID, after ticket: CommitTicket) {
    guard !closed.contains(connection) else { return }
    sent[connection, default: []].append((bytes, ticket))
  }
  func close(_ connection: SessionID) { closed.insert(connection) }
  func pause(_ connection: SessionID) { paused.insert(connection) }
  func resume(_ connection: SessionID) { paused.remove(connection) }
  /// Connections that were handed over, and the bytes behind their handshakes.
  private(set) var webSockets: [SessionID: [UInt8]] = [:]
  var isFull = false
  func hasRoomForLine(_ connection: SessionID) -> Bool { !isFull }
  func becomeWebSocket(_ connection: SessionID, unread: [UInt8]) { webSockets[connection] = unread }
  func pendingBytes(_ connection: SessionID) -> Int { pending[connection] ?? 0 }

  func release(through ticket: CommitTicket) { released = max(released, ticket) }

  /// In order, up to the first bytes that wait for a commit.
  func text(of connection: SessionID) -> String {
    let ready = (sent[connection] ?? []).prefix { $0.ticket <= released }
    return String(decoding: ready.flatMap(\.bytes), as: UTF8.self)
  }
}

/// A response as a client reads it, by its length.
struct Answer: Equatable {
  let status: Int
  let fields: [String: String]
  let body: String

  static func all(in text: String, isHead: Bool = false) -> [Answer] {
    var rest = Array(text.utf8)[...]
    var answers: [Answer] = []
    while !rest.isEmpty {
      guard let end = rest.indices.first(where: { rest[$0...].starts(with: "\r\n\r\n".utf8) }) else { break }
      let lines = String(decoding: rest[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
      var fields: [String: String] = [:]
      for line in lines.dropFirst() {
        guard let colon = line.range(of: ": ") else { continue }
        fields[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
      }
      let length = isHead ? 0 : Int(fields["Content-Length"] ?? "0") ?? 0
      let body = rest[(end + 4)...].prefix(length)
      let status = Int(lines.first?.split(separator: " ").dropFirst().first ?? "") ?? 0
      answers.append(Answer(status: status, fields: fields, body: String(decoding: body, as: UTF8.self)))
      rest = rest[(end + 4 + body.count)...]
    }
    return answers
  }
}
