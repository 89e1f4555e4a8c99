import Foundation
import GameKit
import HTTPService
import ParlorCore
import TestSeed
import Testing

@Suite("HTTP connections: order, limits and commits")
struct ConnectionTests {
  private func post(_ id: Int) -> String {
    let body = "{\"id\":\(id),\"date\":\"2026-11-20\",\"word\":\"a\",\"tries\":[\"a\"]}"
    return "POST /scores HTTP/1.1\r\nHost: \(HTTPWorld.host)\r\n\(HTTPWorld.authorization)\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private func get(_ path: String, _ more: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: \(HTTPWorld.host)\r\n\(more)\r\n"
  }

  private func statuses(_ world: HTTPWorld, _ id: SessionID) -> [Int] {
    Answer.all(in: world.output.text(of: id)).map(\.status)
  }

  @Test("An answer waits for its commit, and later ones wait for it")
  func durable() {
    let world = HTTPWorld()
    let id = world.connect()
    world.send(post(1) + get("/scores/1") + get("/nothing"), on: id)
    #expect(statuses(world, id) == [])
    world.beginCommit()
    #expect(statuses(world, id) == [])
    world.succeed()
    #expect(statuses(world, id) == [201, 200, 404])
  }

  @Test("Reading data that is not stored yet waits as well")
  func readers() {
    let world = HTTPWorld()
    let (writer, reader) = (world.connect(), world.connect())
    world.send(post(1), on: writer)
    world.beginCommit()
    world.send(get("/scores/1"), on: reader)
    #expect(statuses(world, reader) == [])
    world.succeed()
    #expect(statuses(world, reader) == [200])
  }

  @Test("A failed commit is retried, and every request is answered once, in order")
  func failedCommit() {
    let world = HTTPWorld()
    let (ana, ben) = (world.connect(), world.connect())
    let delete = "DELETE /scores/262 HTTP/1.1\r\nHost: \(HTTPWorld.host)\r\n\(HTTPWorld.authorization)\r\n\r\n"
    world.send(post(1) + get("/nothing") + post(2), on: ana)
    world.beginCommit()
    world.send(get("/scores/1") + get("/scores/262") + delete, on: ben)
    world.fail()
    #expect(statuses(world, ana) == [])
    world.store()
    #expect(world.ask("GET /health")?.status == 200)
    #expect(statuses(world, ana) == [201, 404, 201])
    #expect(statuses(world, ben) == [200, 200, 200])
    #expect(world.ask("GET /scores")?.body.matches(of: #/"id":(\d+)/#).map(\.output.1) == ["2", "1", "264", "263"])
  }

  @Test("While nothing can be stored, changes get 503, and unchanged data can be read")
  func stalled() {
    let world = HTTPWorld()
    let ben = world.connect()
    func keepsFailing(milliseconds: Int64) {
      for _ in 0..<milliseconds / 50 {
        world.wait(milliseconds: 50)
        world.beginCommit()
        world.fail()
      }
    }
    world.logIn("kim")
    keepsFailing(milliseconds: 1_100)
    #expect(world.core.situation.storageWorks == false)
    world.send(get("/health"), on: ben)
    world.send(get("/scores/262"), on: ben)
    world.send(post(1), on: ben)
    #expect(statuses(world, ben) == [503, 200, 503])
    #expect(Answer.all(in: world.output.text(of: ben)).last?.fields["Retry-After"] == "1")
    keepsFailing(milliseconds: 60_000)
    world.store()
    let ana = world.connect()
    world.send(post(1), on: ana)
    world.store()
    #expect(statuses(world, ana) == [201])
    #expect(world.ask("GET /health")?.status == 200)
  }

  @Test("Without durability nothing waits")
  func volatile() {
    let world = HTTPWorld(isDurable: false)
    let id = world.connect()
    world.send(post(1), on: id)
    #expect(statuses(world, id) == [201])
  }

  @Test("A connection stays open until its client or a malformed request ends it")
  func closing() {
    let world = HTTPWorld()
    let (ana, ben, kim) = (world.connect(), world.connect(), world.connect())
    world.send(get("/nothing") + get("/scores"), on: ana)
    #expect(statuses(world, ana) == [404, 200])
    #expect(world.output.closed == [])
    world.send(get("/scores", "Connection: close\r\n") + get("/scores"), on: ben)
    #expect(statuses(world, ben) == [200])
    world.send("GET /scores\r\n" + get("/scores"), on: kim)
    #expect(statuses(world, kim) == [400])
    #expect(world.output.closed == [ben, kim])
    #expect(Answer.all(in: world.output.text(of: kim)).first?.fields["Connection"] == "close")
  }

  @Test("Closing waits for an answer that waits for its commit, also after a failed attempt")
  func closingLate() {
    let world = HTTPWorld()
    let (ana, ben) = (world.connect(), world.connect())
    let request = post(1).replacingOccurrences(of: "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n")
    world.send(request, on: ana)
    #expect(world.output.closed == [])
    world.beginCommit()
    world.succeed()
    #expect(statuses(world, ana) == [201])
    world.send(request.replacingOccurrences(of: ":1,", with: ":2,"), on: ben)
    world.beginCommit()
    world.fail()
    #expect(world.output.closed == [ana])
    world.store()
    #expect(statuses(world, ben) == [201])
    #expect(world.output.closed == [ana, ben])
  }

  @Test("A half-closed connection gets all answers, then the end")
  func halfClose() {
    let world = HTTPWorld()
    let id = world.connect()
    world.send(post(1) + get("/scores/1"), on: id)
    world.service.finished(id)
    world.settle()
    #expect(world.output.closed == [])
    world.store()
    #expect(statuses(world, id) == [201, 200])
    #expect(world.output.closed == [id])
  }

  @Test("The time limit of a request counts from its first byte, however slowly it arrives")
  func slowloris() {
    let world = HTTPWorld {
      $0.httpRequestSeconds = 10; $0.httpIdleSeconds = 30
    }
    let id = world.connect()
    world.wait(milliseconds: 20_000)
    world.send("G", on: id)
    for byte in "ET /scores HTTP/1.1\r\nX: " {
      world.wait(milliseconds: 400)
      world.send(String(byte), on: id)
    }
    #expect(world.output.closed == [])
    world.wait(milliseconds: 400)
    world.wait(milliseconds: 400)
    #expect(statuses(world, id) == [408])
    #expect(world.output.closed == [id])
  }

  @Test("A body that does not arrive is given up too")
  func slowBody() {
    let world = HTTPWorld { $0.httpRequestSeconds = 10 }
    let id = world.connect()
    world.send("POST /scores HTTP/1.1\r\nHost: \(HTTPWorld.host)\r\nContent-Length: 5\r\n\r\nab", on: id)
    world.wait(milliseconds: 9_999)
    #expect(world.output.closed == [])
    world.wait(milliseconds: 1)
    #expect(statuses(world, id) == [408])
  }

  @Test("An idle connection is closed without an answer; each request restarts the idle timeout")
  func idle() {
    let world = HTTPWorld { $0.httpIdleSeconds = 30 }
    let (ana, ben) = (world.connect(), world.connect())
    world.wait(milliseconds: 20_000)
    world.send(get("/scores"), on: ben)
    world.wait(milliseconds: 10_000)
    #expect(world.output.closed == [ana])
    #expect(world.output.text(of: ana) == "")
    world.wait(milliseconds: 19_999)
    #expect(world.output.closed == [ana])
    world.wait(milliseconds: 1)
    #expect(world.output.closed == [ana, ben])
  }

  @Test("A connection whose answer waits for its commit is not idle")
  func waitingIsNotIdle() {
    let world = HTTPWorld()
    let id = world.connect()
    world.send(post(1), on: id)
    world.beginCommit()
    world.wait(milliseconds: 1_000_000)
    #expect(world.output.closed == [])
    world.succeed()
    #expect(statuses(world, id) == [201])
  }

  @Test("A turn answers a limited number of requests, in rotation among connections")
  func fairness() {
    let world = HTTPWorld()
    let (ana, ben) = (world.connect(), world.connect())
    let many = Array(String(repeating: get("/scores/262"), count: 100).utf8)
    many.withUnsafeBytes { world.service.received($0, on: ana, at: world.now) }
    Array(get("/scores/262").utf8).withUnsafeBytes { world.service.received($0, on: ben, at: world.now) }
    world.turn()
    #expect(statuses(world, ana).count == 6)
    #expect(statuses(world, ben).count == 1)
    #expect(world.service.nextDeadline == world.now)
    world.settle()
    #expect(statuses(world, ana) == Array(repeating: 200, count: 100))
  }

  @Test("A client that does not read its answers gets no further ones, and is not read from")
  func unread() {
    let world = HTTPWorld()
    let id = world.connect()
    world.output.pending[id] = 300_000
    world.service.becameSlow(id)
    world.send(get("/scores"), on: id)
    #expect(statuses(world, id) == [])
    world.send(String(repeating: get("/scores"), count: 2_000), on: id)
    #expect(world.output.paused == [id])
    world.output.pending[id] = 0
    world.service.becameReady(id)
    world.settle(turns: 10_000)
    #expect(statuses(world, id).count == 2_001)
    #expect(world.output.paused == [])
  }

  @Test("A client that stops reading, or reads a byte at a time, is closed; a slow one may finish")
  func slowReaders() {
    let world = HTTPWorld { $0.httpIdleSeconds = 30 }
    let (ana, ben, eve) = (world.connect(), world.connect(), world.connect())
    for id in [ana, ben, eve] {
      world.send(get("/scores"), on: id)
      world.output.pending[id] = 900_000
      world.service.becameSlow(id)
    }
    for step in 1...8 {
      world.output.pending[ben] = 900_000 - step * 100_000
      world.output.pending[eve] = 900_000 - step
      world.wait(milliseconds: 30_000)
    }
    #expect(world.output.closed == [ana, eve])
  }

  @Test("A stopping server announces the end of the connection")
  func stopping() {
    let world = HTTPWorld()
    let id = world.connect()
    world.service.stop()
    world.send(get("/scores"), on: id)
    #expect(Answer.all(in: world.output.text(of: id)).first?.fields["Connection"] == "close")
    #expect(world.output.closed == [id])
  }

  @Test("Random bytes on random connections never trap, and every answer is complete")
  func noise() {
    var generator = SeededGenerator(seed: TestSeed.make())
    let world = HTTPWorld()
    let pieces = [
      get("/scores"), post(3), get("/metrics"), "\r\n", "GET ", "DELETE /scores HTTP/1.1\r\n",
      "Host: localhost:7771\r\n",
      "Transfer-Encoding: chunked\r\n", "5\r\n", "0\r\n\r\n", "\u{0}", "HEAD / HTTP/1.0\r\n\r\n", "{}",
      "Content-Length: 2\r\n",
    ]
    var ids: [SessionID] = []
    for _ in 0..<3_000 {
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: ids.append(world.connect())
      case 1: world.beginCommit()
      case 2: world.succeed()
      case 3: world.fail()
      case 4: world.wait(milliseconds: Int64.random(in: 0..<5_000, using: &generator))
      case 5: ids.randomElement(using: &generator).map(world.service.finished)
      case 6:
        guard let id = ids.randomElement(using: &generator) else { continue }
        world.service.closed(id)
        ids.removeAll { $0 == id }
      default:
        guard let id = ids.randomElement(using: &generator) else { continue }
        world.send(pieces.randomElement(using: &generator) ?? "", on: id)
      }
    }
    world.wait(milliseconds: 2_000)
    #expect(world.ask("GET /scores")?.status == 200)
  }
}
