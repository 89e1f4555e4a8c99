/// A request to etcd: what it sends, and how its answer is parsed.
struct EtcdCall<Answer: Sendable>: Sendable {
  let request: GRPCRequest
  /// Parses the answer of an endpoint.
  let read: @Sendable (ProtobufMessage, EtcdEndpoint) throws(EtcdDecodingError) -> Answer

  init(
    _ path: StaticString, needsLeader: Bool = true, _ write: (inout ProtobufWriter) -> Void,
    read: @escaping @Sendable (ProtobufMessage, EtcdEndpoint) throws(EtcdDecodingError) -> Answer
  ) {
    request = GRPCRequest(path, needsLeader: needsLeader, write)
    self.read = read
  }
}

extension EtcdCall where Answer == ReplaceAnswer {
  static func replace(_ key: String, with value: [UInt8], ifChangedAt revision: Revision) -> Self {
    EtcdCall("/etcdserverpb.KV/Txn") { writer in
      // EQUAL, which is 0, and MOD.
      writer.field(1) { compare in
        compare.field(2, 2)
        compare.field(3, key.utf8)
        compare.field(6, revision)
      }
      writer.field(2) { success in
        success.field(2) { put in
          put.field(1, key.utf8)
          put.field(2, value)
        }
      }
      writer.field(3) { failure in failure.field(1) { range in range.field(1, key.utf8) } }
    } read: { message, _ throws(EtcdDecodingError) in
      let revision = try message.storeRevision()
      if message.flag(2) { return .replaced(revision) }
      guard let first = try message.message(3)?.message(1) else {
        throw EtcdDecodingError("a transaction's answer without the key")
      }
      return .found(try first.keyValues().first, at: revision)
    }
  }
}

extension EtcdCall where Answer == Revision {
  static func put(_ key: String, _ value: [UInt8]) -> Self {
    EtcdCall("/etcdserverpb.KV/Put") { writer in
      writer.field(1, key.utf8)
      writer.field(2, value)
    } read: { message, _ throws(EtcdDecodingError) in
      try message.storeRevision()
    }
  }

  static func delete(_ key: String) -> Self {
    EtcdCall("/etcdserverpb.KV/DeleteRange") {
      $0.field(1, key.utf8)
    } read: { message, _ throws(EtcdDecodingError) in
      try message.storeRevision()
    }
  }
}

extension EtcdCall where Answer == Reading {
  /// - Parameter isLocal: whether the member answers from its own state, without a majority.
  static func get(_ key: String, isLocal: Bool = false) -> Self {
    EtcdCall("/etcdserverpb.KV/Range", needsLeader: !isLocal) { writer in
      writer.field(1, key.utf8)
      if isLocal { writer.field(7, true) }
    } read: { message, _ throws(EtcdDecodingError) in
      Reading(keyValue: try message.keyValues().first, storeRevision: try message.storeRevision())
    }
  }
}

extension EtcdCall where Answer == Listing {
  static func list(_ prefix: String, isLocal: Bool = false) -> Self {
    let start = Array(prefix.utf8)
    return EtcdCall("/etcdserverpb.KV/Range", needsLeader: !isLocal) { writer in
      // The empty prefix matches all keys, which begin at the byte 0.
      writer.field(1, start.isEmpty ? [0] : start)
      writer.field(2, Self.end(ofPrefix: start))
      if isLocal { writer.field(7, true) }
    } read: { message, _ throws(EtcdDecodingError) in
      Listing(keyValues: try message.keyValues(), storeRevision: try message.storeRevision())
    }
  }

  /// The first key after all those with this prefix; the byte 0 if there is none, as etcd defines it.
  static func end(ofPrefix prefix: [UInt8]) -> [UInt8] {
    guard let last = prefix.lastIndex(where: { $0 < 0xFF }) else { return [0] }
    return prefix[..<last] + [prefix[last] + 1]
  }
}

extension EtcdCall where Answer == Void {
  static func compact(to revision: Revision) -> Self {
    EtcdCall("/etcdserverpb.KV/Compact") {
      $0.field(1, revision)
    } read: { _, _ throws(EtcdDecodingError) in
    }
  }
}

extension EtcdCall where Answer == EngineStatus {
  static var status: Self {
    EtcdCall("/etcdserverpb.Maintenance/Status", needsLeader: false) { _ in
    } read: { message, endpoint throws(EtcdDecodingError) in
      let leader = message.uint64(4)
      return EngineStatus(
        endpoint: endpoint.description, member: String(try message.message(1)?.uint64(2) ?? 0, radix: 16),
        leader: leader == 0 ? nil : String(leader, radix: 16), version: message.text(2),
        storeRevision: try message.storeRevision(), databaseBytes: message.int64(3),
        databaseBytesInUse: message.int64(9),
        alarms: message.all(8).map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

extension EtcdCall where Answer == String {
  /// The token for a user's later requests.
  static func authenticate(_ credentials: EtcdCredentials) -> Self {
    EtcdCall("/etcdserverpb.Auth/Authenticate") { writer in
      writer.field(1, credentials.user.utf8)
      writer.field(2, credentials.password.utf8)
    } read: { message, _ throws(EtcdDecodingError) in
      let token = message.text(2)
      // The token is sent as a header.
      guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw EtcdDecodingError("no token for the user")
      }
      return token
    }
  }
}

/// Messages of etcd's `rpc.proto` and `kv.proto`, by field number.
extension ProtobufMessage {
  /// The store's revision, from the header of every answer.
  func storeRevision() throws(EtcdDecodingError) -> Revision {
    guard let header = try message(1) else { throw EtcdDecodingError("an answer without a header") }
    let revision = header.int64(3)
    guard revision > 0 else { throw EtcdDecodingError("an answer without a revision") }
    return revision
  }

  /// The keys of a `RangeResponse`.
  func keyValues() throws(EtcdDecodingError) -> [KeyValue] {
    var keyValues: [KeyValue] = []
    for bytes in all(2) { keyValues.append(try ProtobufMessage(bytes).keyValue()) }
    return keyValues
  }

  /// A `KeyValue`.
  func keyValue() throws(EtcdDecodingError) -> KeyValue {
    let changedAt = int64(3)
    guard changedAt > 0 else { throw EtcdDecodingError("a key without a revision") }
    return KeyValue(key: text(1), value: Array(bytes(5)), changedAt: changedAt, version: int64(4))
  }
}
