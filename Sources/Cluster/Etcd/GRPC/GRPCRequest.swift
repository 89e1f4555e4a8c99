internal import HTTP2Wire

/// What a call of gRPC sends: whom it asks what, and one message.
struct GRPCRequest: Sendable {
  /// `/package.Service/Method`.
  let path: StaticString
  /// The message with its five bytes of head: not compressed, and how long it is.
  let body: [UInt8]
  /// Whether nothing follows; a watch's stream stays open.
  let isWhole: Bool
  /// Whether a member that has no leader refuses it at once.
  let needsLeader: Bool

  init(
    _ path: StaticString, isWhole: Bool = true, needsLeader: Bool = true, _ write: (inout ProtobufWriter) -> Void
  ) {
    self.path = path
    self.needsLeader = needsLeader
    self.isWhole = isWhole
    var writer = ProtobufWriter()
    write(&writer)
    var body: [UInt8] = [0]
    body.reserveCapacity(writer.bytes.count + 5)
    body.append(bigEndian: UInt32(clamping: writer.bytes.count), bytes: 4)
    self.body = body + writer.bytes
  }

  func fields(to endpoint: EtcdEndpoint, token: String?) -> [HPACKField] {
    var fields = [
      HPACKField(":method", "POST"), HPACKField(":scheme", "http"), HPACKField(":path", path.description),
      HPACKField(":authority", endpoint.authority), HPACKField("content-type", "application/grpc"),
      HPACKField("te", "trailers"),
    ]
    // A member without a leader then says so at once, also in a watch, instead of keeping whoever asks waiting.
    if needsLeader { fields.append(HPACKField("hasleader", "true")) }
    if let token { fields.append(HPACKField("token", token)) }
    return fields
  }
}
