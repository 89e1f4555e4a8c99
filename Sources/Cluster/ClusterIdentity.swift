internal import WireProtocol

/// The constants of a cluster: stored once by its first node, and adopted by the others.
///
/// The stored form is a JSON object under ``key``. Whoever can read it can act as a node, so only nodes may have
/// access.
public struct ClusterIdentity: Hashable, Sendable {
  /// The key in the store.
  public static let key = "parlor/identity"

  /// Identifies this cluster: 16 hexadecimal digits.
  public var id: String
  /// The epoch of the data, by which clients know that event numbers continue.
  public var epoch: String
  /// The secret from which the dailies derive.
  public var seasonSecret: [UInt8]
  /// The secret by which nodes authenticate each other.
  public var linkSecret: [UInt8]
  /// The token for changes of the score list over HTTP.
  public var httpToken: String
  /// The time zone of its days.
  public var zone: String
  /// The layout of its tables: a node with an older one may follow, but never own.
  public var layout: Int
  /// Whether data existed before the log began: then the log alone does not suffice for a new node.
  public var hasBase: Bool

  /// An identity.
  public init(
    id: String, epoch: String, seasonSecret: [UInt8], linkSecret: [UInt8], httpToken: String, zone: String, layout: Int,
    hasBase: Bool
  ) {
    self.id = id
    self.epoch = epoch
    self.seasonSecret = seasonSecret
    self.linkSecret = linkSecret
    self.httpToken = httpToken
    self.zone = zone
    self.layout = layout
    self.hasBase = hasBase
  }

  /// The stored form.
  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.field("id", id)
    json.field("epoch", epoch)
    json.field("season_secret", Hex.text(of: seasonSecret))
    json.field("link_secret", Hex.text(of: linkSecret))
    json.field("http_token", httpToken)
    json.field("zone", zone)
    json.field("layout", layout)
    json.field("has_base", hasBase)
    json.endObject()
    return json.bytes
  }

  /// Reads the stored form; `nil` for anything else.
  public init?(_ bytes: [UInt8]) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil else { return nil }
    let object = document.root
    guard let id = object["id"]?.string, let epoch = object["epoch"]?.string, Hex.bytes(of: epoch) != nil,
      let season = object["season_secret"]?.string.flatMap(Hex.bytes), !season.isEmpty,
      let link = object["link_secret"]?.string.flatMap(Hex.bytes), link.count >= 16,
      let token = object["http_token"]?.string, let zone = object["zone"]?.string, let layout = object["layout"]?.int,
      let hasBase = object["has_base"]?.bool
    else { return nil }
    self.init(
      id: id, epoch: epoch, seasonSecret: season, linkSecret: link, httpToken: token, zone: zone, layout: layout,
      hasBase: hasBase)
  }
}
