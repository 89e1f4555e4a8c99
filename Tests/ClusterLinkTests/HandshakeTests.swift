import Testing

@testable import ClusterLink

@Suite("The handshake of a link")
struct HandshakeTests {
  private static let secret: [UInt8] = Array(1...32)

  private func side(
    _ role: LinkHandshake.Role, _ name: String, _ secret: [UInt8] = Self.secret,
    versions: ClosedRange<UInt16> = 1...1, nonce: UInt8 = 7
  ) -> LinkHandshake {
    LinkHandshake(
      role, LinkIdentity(name: name, secret: secret, versions: versions),
      nonce: [UInt8](repeating: nonce, count: LinkHandshake.nonceBytes))
  }

  /// Feeds one frame to one side; its answer, without its length.
  private func give(_ frame: [UInt8], to side: inout LinkHandshake) throws(LinkFault) -> (answer: [UInt8], isDone: Bool)
  {
    let step = frame.dropFirst(4).withUnsafeBytes { bytes in
      Result { () throws(LinkFault) in try side.received(bytes) }
    }
    switch try step.get() {
    case .send(let answer): return (answer, false)
    case .done(let answer): return (answer, true)
    }
  }

  /// Runs the handshake; `tamper` changes frames by their number.
  private func talk(
    _ edge: inout LinkHandshake, _ owner: inout LinkHandshake, tamper: (Int, inout [UInt8]) -> Void = { _, _ in }
  ) throws(LinkFault) {
    var frame = edge.opening
    var number = 0
    var isEdgeDone = false
    for isToOwner in [true, false, true, false] {
      tamper(number, &frame)
      number += 1
      if isToOwner {
        frame = try give(frame, to: &owner).answer
      } else {
        (frame, isEdgeDone) = try give(frame, to: &edge)
      }
    }
    #expect(isEdgeDone)
    #expect(frame.isEmpty)
  }

  @Test("Two nodes with one secret learn each other's name and the latest common version")
  func agrees() throws {
    var edge = side(.edge, "a", versions: 1...5)
    var owner = side(.owner, "b", versions: 2...3)
    try talk(&edge, &owner)
    #expect(edge.peer == "b")
    #expect(owner.peer == "a")
    #expect(edge.version == 3)
    #expect(owner.version == 3)
  }

  @Test("The owner detects a wrong secret before it sends anything that depends on its own")
  func wrongSecret() throws {
    var edge = side(.edge, "a", [1])
    var owner = side(.owner, "b")
    #expect(throws: LinkFault.badProof) { try talk(&edge, &owner) }
  }

  @Test("The edge leaves an owner that cannot prove itself")
  func wrongOwner() throws {
    var edge = side(.edge, "a")
    var owner = side(.owner, "b", [1])
    let hello = try give(edge.opening, to: &owner).answer
    let (proof, isDone) = try give(hello, to: &edge)
    #expect(!isDone)
    // The edge's own frame, reflected.
    #expect(throws: LinkFault.badProof) { try give(proof, to: &edge) }
  }

  @Test("A proof of another link is rejected")
  func replayed() throws {
    var proofs: [[UInt8]] = []
    var (edge, owner) = (side(.edge, "a"), side(.owner, "b", nonce: 1))
    try talk(&edge, &owner) { number, frame in if number == 2 { proofs.append(frame) } }
    (edge, owner) = (side(.edge, "a"), side(.owner, "b", nonce: 2))
    #expect(throws: LinkFault.badProof) {
      try talk(&edge, &owner) { number, frame in if number == 2 { frame = proofs[0] } }
    }
  }

  @Test("Without a common version there is no link")
  func versions() {
    var edge = side(.edge, "a", versions: 1...2)
    var owner = side(.owner, "b", versions: 3...4)
    #expect(throws: LinkFault.noCommonVersion) { try talk(&edge, &owner) }
  }

  @Test("A node does not link to itself")
  func itself() {
    var edge = side(.edge, "a")
    var owner = side(.owner, "a")
    #expect(throws: LinkFault.unknownPeer) { try talk(&edge, &owner) }
  }

  @Test("Any changed byte prevents the link")
  func tampered() throws {
    for number in 0..<4 {
      var length = 0
      var (edge, owner) = (side(.edge, "alpha", versions: 1...9), side(.owner, "beta", versions: 1...9))
      try talk(&edge, &owner) { at, frame in if at == number { length = frame.count } }
      for place in 4..<length {
        (edge, owner) = (side(.edge, "alpha", versions: 1...9), side(.owner, "beta", versions: 1...9))
        #expect(throws: LinkFault.self, "frame \(number), byte \(place)") {
          try talk(&edge, &owner) { at, frame in if at == number { frame[place] ^= 1 } }
        }
      }
    }
  }

  @Test("A frame that is truncated or out of order is refused")
  func cutOff() throws {
    let hello = side(.edge, "a").opening
    for count in 4..<hello.count {
      var owner = side(.owner, "b")
      #expect(throws: LinkFault.self) { try give(Array(hello.prefix(count)), to: &owner) }
    }
    var owner = side(.owner, "b")
    _ = try give(hello, to: &owner)
    #expect(throws: LinkFault.unexpected) { try give(hello, to: &owner) }
  }
}
