import Passwords
import WireProtocol

/// A node's identity in its cluster: its name, the cluster's secret, and the supported versions of the link protocol.
public struct LinkIdentity: Sendable {
  /// The node's name, at most ``mostNameBytes`` bytes.
  public let name: String
  let secret: [UInt8]
  let versions: ClosedRange<UInt16>

  /// The longest name of a node, in bytes.
  public static let mostNameBytes = 64
  /// The versions that this program supports.
  public static let currentVersions: ClosedRange<UInt16> = 1...1

  /// The identity of a node of the cluster with this secret, such as 32 random bytes.
  public init(name: String, secret: [UInt8], versions: ClosedRange<UInt16> = currentVersions) {
    self.name = name
    self.secret = secret
    self.versions = versions
  }
}

enum LinkPurpose: UInt8 {
  /// Carries clients' sessions to the owner.
  case sessions = 1
  /// Copies a node's tables.
  case copy = 2
}

/// The handshake of a link: both sides say hello, then the edge proves that it knows the secret, then the owner does.
///
///     edge                                           owner
///     hello: versions, nonce, name, purpose    →
///                                              ←     hello: versions, nonce, name, purpose
///     proof(edge)                              →
///                                              ←     proof(owner)
///
/// A proof is HMAC-SHA256 under the secret over the side's role and both hellos as sent: a changed version or name, or
/// a replayed proof, is detected. What follows is neither encrypted nor signed: links belong on a network that nobody
/// else can write to.
struct LinkHandshake {
  enum Role: UInt8 {
    case edge = 1
    case owner = 2
  }

  /// An action for the caller.
  enum Step {
    /// Send this and wait.
    case send([UInt8])
    /// The other side is authenticated: send this, which may be empty, and begin.
    case done([UInt8])
  }

  private enum Stage {
    case hello
    case proof
    case over
  }

  private enum Kind: UInt8 {
    case hello = 0x50
    case proof = 0x51
  }

  private static let magic = [UInt8]("parlor link".utf8)
  static let nonceBytes = 32
  /// The longest frame of the handshake in bytes.
  static let mostBytes = 256

  private let identity: LinkIdentity
  private let role: Role
  private let hello: [UInt8]
  private var stage = Stage.hello
  private var peerHello: [UInt8] = []
  /// The other node's name.
  private(set) var peer = ""
  /// The link's purpose, stated by the edge.
  private(set) var purpose: LinkPurpose
  /// The negotiated version.
  private(set) var version: UInt16 = 0

  /// - Parameter nonce: ``nonceBytes`` random bytes.
  init(_ role: Role, _ identity: LinkIdentity, for purpose: LinkPurpose = .sessions, nonce: [UInt8]) {
    self.identity = identity
    self.role = role
    self.purpose = purpose
    var hello = [Kind.hello.rawValue] + Self.magic
    hello.add(identity.versions.lowerBound)
    hello.add(identity.versions.upperBound)
    hello += nonce
    hello.append(purpose.rawValue)
    hello.add(text: String(decoding: identity.name.utf8.prefix(LinkIdentity.mostNameBytes), as: UTF8.self))
    self.hello = hello
  }

  /// The first bytes to send: the edge begins.
  var opening: [UInt8] { role == .edge ? Self.framed(hello) : [] }

  /// Handles a frame.
  mutating func received(_ frame: UnsafeRawBufferPointer) throws(LinkFault) -> Step {
    var reader = ByteReader(frame)
    guard let kind = Kind(rawValue: try reader.number()) else { throw .unknownPeer }
    switch (stage, kind) {
    case (.hello, .hello):
      try readHello(&reader)
      peerHello = Array(frame)
      stage = .proof
      return .send(role == .edge ? proof(of: .edge) : Self.framed(hello))
    case (.proof, .proof):
      let given = try reader.take(32)
      try reader.end()
      guard Self.areEqual(given, code(of: role == .edge ? .owner : .edge)) else { throw .badProof }
      stage = .over
      return .done(role == .owner ? proof(of: .owner) : [])
    default: throw .unexpected
    }
  }

  private mutating func readHello(_ reader: inout ByteReader) throws(LinkFault) {
    guard try reader.take(Self.magic.count).elementsEqual(Self.magic) else { throw .unknownPeer }
    let (low, high): (UInt16, UInt16) = (try reader.number(), try reader.number())
    _ = try reader.take(Self.nonceBytes)
    guard let purpose = LinkPurpose(rawValue: try reader.number()) else { throw .unknownPeer }
    if role == .owner { self.purpose = purpose }
    peer = try reader.text()
    try reader.end()
    guard !peer.isEmpty, peer != identity.name else { throw .unknownPeer }
    let common = min(high, identity.versions.upperBound)
    guard low <= high, common >= max(low, identity.versions.lowerBound) else { throw .noCommonVersion }
    version = common
  }

  private func proof(of role: Role) -> [UInt8] { Self.framed([Kind.proof.rawValue] + code(of: role)) }

  private func code(of role: Role) -> [UInt8] {
    let (first, second) = self.role == .edge ? (hello, peerHello) : (peerHello, hello)
    var message = [role.rawValue]
    for part in [first, second] {
      message.add(UInt32(clamping: part.count))
      message += part
    }
    return HMAC.code(of: message, key: identity.secret).bytes
  }

  /// Takes the same time wherever the first difference is.
  private static func areEqual(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func framed(_ body: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    frame.add(UInt32(clamping: body.count))
    return frame + body
  }
}
