internal import WireProtocol

/// A node's own entry in the store, rewritten every few seconds.
public struct NodeRecord: Hashable, Sendable {
  /// The prefix of all nodes' keys.
  public static let prefix = "parlor/node/"

  /// The node's name.
  public var name: String
  /// The address of its link listener.
  public var host: String
  public var port: Int
  /// The program's version.
  public var version: String
  /// The revision that is durable on its disk.
  public var safe: Revision
  /// The revision that its tables have reached.
  public var applied: Revision
  /// While the node is catching up: the last revision of the log when that began.
  public var catchingUpTo: Revision?
  /// The time of writing by the node's own clock, in milliseconds since 1970; for the operator.
  public var at: Int64
  /// The process, a random number drawn at its start, to distinguish two with one name.
  public var process: UInt32
  /// How often the name was claimed, including by this process: of two live processes, the one with the lower number
  /// was first.
  public var claim: Int
  /// The node whose clock differs most from this one's, and by how many milliseconds this one's is ahead; `nil` if all
  /// agree.
  public var clock: ClockLead?

  /// The lead of a node's clock over another's.
  public struct ClockLead: Hashable, Sendable {
    /// The other node.
    public var node: String
    /// Negative if this node's clock is behind.
    public var milliseconds: Int64

    /// A difference.
    public init(node: String, milliseconds: Int64) {
      self.node = node
      self.milliseconds = milliseconds
    }
  }

  /// A record.
  public init(
    name: String, host: String, port: Int, version: String, safe: Revision, applied: Revision,
    catchingUpTo: Revision? = nil, at: Int64, process: UInt32, claim: Int, clock: ClockLead? = nil
  ) {
    self.name = name
    self.host = host
    self.port = port
    self.version = version
    self.safe = safe
    self.applied = applied
    self.catchingUpTo = catchingUpTo
    self.at = at
    self.process = process
    self.claim = claim
    self.clock = clock
  }

  /// The key in the store.
  public var key: String { Self.prefix + name }

  /// The stored form: a JSON object.
  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("name", name)
    json.field("host", host)
    json.field("port", port)
    json.field("version", version)
    json.field("safe", Int(safe))
    json.field("applied", Int(applied))
    json.field("at", Int(at))
    if let catchingUpTo { json.field("catching_up_to", Int(catchingUpTo)) }
    json.field("process", Int(process))
    json.field("claim", claim)
    if let clock {
      json.field("clock_of", clock.node)
      json.field("clock_ahead_ms", Int(clock.milliseconds))
    }
    json.endObject()
    return json.bytes
  }

  /// Reads the stored form; `nil` for anything else.
  public init?(_ bytes: [UInt8]) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil else { return nil }
    let object = document.root
    guard let name = object["name"]?.string, let host = object["host"]?.string, let port = object["port"]?.int,
      (1...65_535).contains(port), let version = object["version"]?.string, let safe = object["safe"]?.int,
      let applied = object["applied"]?.int, let at = object["at"]?.int,
      let process = object["process"]?.int.flatMap({ UInt32(exactly: $0) }), let claim = object["claim"]?.int
    else { return nil }
    let lead = object["clock_of"]?.string.flatMap { other in
      object["clock_ahead_ms"]?.int.map { ClockLead(node: other, milliseconds: Int64($0)) }
    }
    self.init(
      name: name, host: host, port: port, version: version, safe: Revision(safe),
      applied: Revision(applied), catchingUpTo: object["catching_up_to"]?.int.map { Revision($0) }, at: Int64(at),
      process: process, claim: claim, clock: lead)
  }
}
