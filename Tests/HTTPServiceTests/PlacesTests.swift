import ParlorCore
import Testing

@testable import HTTPService

@Suite("At the limit of HTTP connections, quiet ones are displaced")
struct PlacesTests {
  private static let request = "GET /health HTTP/1.1\r\nHost: \(HTTPWorld.host)\r\n\r\n"

  @Test("A new address displaces the oldest connection of the address with the most connections, at once")
  func crowd() {
    let world = HTTPWorld()
    _ = world.connect(from: "192.0.2.7")
    world.wait(milliseconds: 10)
    let crowd = (0..<3).map { _ in
      world.wait(milliseconds: 1)
      return world.connect(from: "192.0.2.1")
    }
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == crowd[0])
    world.service.closed(crowd[0])
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == crowd[1])
    // A connection that has got an answer is not the oldest any more.
    world.wait(milliseconds: 1)
    world.send(Self.request, on: crowd[1])
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == crowd[2])
  }

  @Test("Incomplete requests and unread answers do not protect a connection")
  func slow() {
    let world = HTTPWorld()
    let slow = world.connect(from: "192.0.2.1")
    world.wait(milliseconds: 1)
    let reader = world.connect(from: "192.0.2.1")
    world.send("GET / HTTP/1.1\r\nX: ", on: slow)
    world.wait(milliseconds: 500)
    world.send("a", on: slow)
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == slow)
    world.service.closed(slow)
    world.send(Self.request, on: reader)
    world.output.pending[reader] = 1_000_000
    world.service.becameSlow(reader)
    world.wait(milliseconds: 1000)
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == reader)
  }

  @Test("If nobody has more connections than the new one would, only one that is quiet for a second is displaced")
  func equals() {
    let world = HTTPWorld()
    let first = world.connect(from: "192.0.2.1")
    let second = world.connect(from: "192.0.2.2")
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == nil)
    world.wait(milliseconds: 999)
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == nil)
    world.send(Self.request, on: first)
    world.wait(milliseconds: 1)
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == second)
    // An address with more is not protected, but displaces none of those with fewer.
    world.service.closed(second)
    _ = world.connect(from: "192.0.2.9")
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == nil)
  }

  @Test("A browser's connections find places among addresses with few, and displace none of each other")
  func browser() {
    let world = HTTPWorld()
    let silent = (0..<20).map { world.connect(from: "198.51.100.\($0 / 2)") }
    world.wait(milliseconds: 1000)
    for _ in 0..<6 {
      let ended = world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false)
      #expect(ended.map(silent.contains) == true)
      if let ended { world.service.closed(ended) }
      _ = world.connect(from: "192.0.2.9")
    }
  }

  @Test("An address with many connections displaces no slow request of another address")
  func many() {
    let world = HTTPWorld()
    let slow = world.connect(from: "192.0.2.9")
    world.send("GET / HTTP/1.1\r\nX: ", on: slow)
    world.wait(milliseconds: 2000)
    let many = (0..<20).map { _ in world.connect(from: "192.0.2.1") }
    #expect(world.service.displacementCandidate(for: "192.0.2.1", isAtLimit: false) == nil)
    #expect(world.service.displacementCandidate(for: "192.0.2.2", isAtLimit: false) == slow)
    world.wait(milliseconds: 1000)
    #expect(world.service.displacementCandidate(for: "192.0.2.2", isAtLimit: false) == many[0])
  }

  @Test("At its own limit an address displaces only a quiet connection of its own")
  func own() {
    let world = HTTPWorld()
    _ = (0..<3).map { _ in world.connect(from: "192.0.2.1") }
    world.wait(milliseconds: 500)
    let own = world.connect(from: "192.0.2.9")
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: true) == nil)
    world.wait(milliseconds: 1000)
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: true) == own)
  }

  @Test("A connection that waits for a commit is never displaced")
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
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == nil)
    world.store()
    world.wait(milliseconds: 1000)
    #expect(world.service.displacementCandidate(for: "192.0.2.9", isAtLimit: false) == waiting[0])
  }
}
