internal import WireProtocol

/// What is the same for all nodes of a cluster for ever: put once, by the first of them, and taken over by the others.
///
/// Its byte form is an object of JSON under ``key``. Whoever reads it can be a node: it belongs where only nodes can
/// read.
public struct ClusterIdentity: Hashable, Sendable {
  /// Its place in the store.
  public static let key = "parlor/identity"

  /// Tells this cluster from any other: 16 hexadecimal digits.
  public var id: String
  /// The data's epoch, from which clients know that numbers of events go on.
  public var epoch: String
  /// From which the dailies derive.
  public var seasonSecret: [UInt8]
  /// By which nodes know each other.
  public var linkSecret: [UInt8]
  /// What changing the list of scores over HTTP needs.
  public var httpToken: String
  /// The zone of its days.
  public var zone: String
  /// The layout of its tables: a node of an older one may follow, and never own.
  public var layout: Int
  /// Whether there was data before the log began: then the log alone is not enough for a new node.
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

  /// The byte form.
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

  /// Reads the byte form; `nil` for anything else.
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
