import ParlorCore
import Testing

@testable import HTTPService

@Suite("Where all places for HTTP are taken, whoever sends nothing gives up its own")
struct PlacesTests {
  private static let request = "GET /health HTTP/1.1\r\nHost: \(HTTPWorld.host)\r\n\r\n"

  @Test("The oldest connection of the address that has most is ended, for one from another address, at once")
  func crowd() {
    let world = HTTPWorld()
    _ = world.connect(from: "192.0.2.7")
    world.wait(milliseconds: 10)
    let crowd = (0..<3).map { _ in
      world.wait(milliseconds: 1)
      return world.connect(from: "192.0.2.1")
    }
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == crowd[0])
    world.service.closed(crowd[0])
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == crowd[1])
    // Who has had an answer is not the oldest any more.
    world.wait(milliseconds: 1)
    world.send(Self.request, on: crowd[1])
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == crowd[2])
  }

  @Test("Bytes of a request that does not come to its end, and answers that are not read, are not worth a place")
  func slow() {
    let world = HTTPWorld()
    let slow = world.connect(from: "192.0.2.1")
    world.wait(milliseconds: 1)
    let reader = world.connect(from: "192.0.2.1")
    world.send("GET / HTTP/1.1\r\nX: ", on: slow)
    world.wait(milliseconds: 500)
    world.send("a", on: slow)
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == slow)
    world.service.closed(slow)
    world.send(Self.request, on: reader)
    world.output.pending[reader] = 1_000_000
    world.service.becameSlow(reader)
    world.wait(milliseconds: 1000)
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == reader)
  }

  @Test("Where nobody has more than the newcomer would, only who has been without a request for a second is ended")
  func equals() {
    let world = HTTPWorld()
    let first = world.connect(from: "192.0.2.1")
    let second = world.connect(from: "192.0.2.2")
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == nil)
    world.wait(milliseconds: 999)
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == nil)
    world.send(Self.request, on: first)
    world.wait(milliseconds: 1)
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == second)
    // An address that has more is not spared, but takes nothing from those who have less.
    world.service.closed(second)
    _ = world.connect(from: "192.0.2.9")
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == nil)
  }

  @Test("A browser's connections find places among addresses with few, and take none from each other")
  func browser() {
    let world = HTTPWorld()
    let silent = (0..<20).map { world.connect(from: "198.51.100.\($0 / 2)") }
    world.wait(milliseconds: 1000)
    for _ in 0..<6 {
      let ended = world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false)
      #expect(ended.map(silent.contains) == true)
      if let ended { world.service.closed(ended) }
      _ = world.connect(from: "192.0.2.9")
    }
  }

  @Test("Whoever has many places takes none from somebody whose request is slow to come")
  func many() {
    let world = HTTPWorld()
    let slow = world.connect(from: "192.0.2.9")
    world.send("GET / HTTP/1.1\r\nX: ", on: slow)
    world.wait(milliseconds: 2000)
    let many = (0..<20).map { _ in world.connect(from: "192.0.2.1") }
    #expect(world.service.leastMissed(for: "192.0.2.1", ofItsOwn: false) == nil)
    #expect(world.service.leastMissed(for: "192.0.2.2", ofItsOwn: false) == slow)
    world.wait(milliseconds: 1000)
    #expect(world.service.leastMissed(for: "192.0.2.2", ofItsOwn: false) == many[0])
  }

  @Test("An address that has all it may have gives up one of its own that is quiet, and no other")
  func own() {
    let world = HTTPWorld()
    _ = (0..<3).map { _ in world.connect(from: "192.0.2.1") }
    world.wait(milliseconds: 500)
    let own = world.connect(from: "192.0.2.9")
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: true) == nil)
    world.wait(milliseconds: 1000)
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: true) == own)
  }

  @Test("Who waits for a change to be stored is never ended")
  func waiting() {
    let world = HTTPWorld()
    let waiting = (0..<2).map { _ in world.connect(from: "192.0.2.1") }
    for (index, id) in waiting.enumerated() {
      let body = #"{"id":\#(index + 1),"date":"2026-11-01","word":"watch","tries":["watch"]}"#
      world.send(
        "POST /scores HTTP/1.1\r\nHost: \(HTTPWorld.host)\r\n\(HTTPWorld.authorization)\r\nContent-Length: "
          + "\(body.utf8.count)\r\n\r\n\(body)", on: id)
    }
    world.wait(milliseconds: 2000)
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == nil)
    world.store()
    world.wait(milliseconds: 1000)
    #expect(world.service.leastMissed(for: "192.0.2.9", ofItsOwn: false) == waiting[0])
  }
}
