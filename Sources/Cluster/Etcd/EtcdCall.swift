internal import WireProtocol

/// One question to etcd's gateway: where it goes, its JSON, and how its answer is read.
///
/// The forms are those of etcd's `rpc.proto` as JSON: bytes in base 64, 64-bit integers as strings, and a member that is
/// zero, false or empty is left out.
struct EtcdCall<Answer: Sendable>: Sendable {
  let path: StaticString
  let body: [UInt8]
  /// Reads the answer of an endpoint.
  let read: @Sendable (JSONView, EtcdEndpoint) throws(EtcdMisread) -> Answer

  init(
    _ path: StaticString, _ write: (inout JSONWriter) -> Void,
    read: @escaping @Sendable (JSONView, EtcdEndpoint) throws(EtcdMisread) -> Answer
  ) {
    self.path = path
    self.read = read
    var writer = JSONWriter()
    writer.beginObject()
    write(&writer)
    writer.endObject()
    body = writer.bytes
  }
}

extension EtcdCall where Answer == ReplaceAnswer {
  static func replace(_ key: String, with value: [UInt8], ifChangedAt revision: Revision) -> Self {
    let encodedKey = Base64.text(of: key.utf8)
    return EtcdCall("/v3/kv/txn") { writer in
      writer.array("compare") { writer in
        writer.field("key", encodedKey)
        writer.field("target", "MOD")
        writer.field("result", "EQUAL")
        writer.field("mod_revision", String(revision))
      }
      writer.array("success") { writer in
        writer.object("request_put") { writer in
          writer.field("key", encodedKey)
          writer.field("value", Base64.text(of: value))
        }
      }
      writer.array("failure") { writer in
        writer.object("request_range") { $0.field("key", encodedKey) }
      }
    } read: { view, _ throws(EtcdMisread) in
      let revision = try view.storeRevision()
      if try view.flag("succeeded") { return .replaced(revision) }
      guard let first = view["responses"]?.elements.lazy.compactMap({ $0["response_range"] }).first else {
        throw EtcdMisread("a transaction's answer without the key")
      }
      return .found(try first.keyValues().first, at: revision)
    }
  }
}

extension EtcdCall where Answer == Revision {
  static func put(_ key: String, _ value: [UInt8]) -> Self {
    EtcdCall("/v3/kv/put") { writer in
      writer.field("key", Base64.text(of: key.utf8))
      writer.field("value", Base64.text(of: value))
    } read: { view, _ throws(EtcdMisread) in
      try view.storeRevision()
    }
  }

  static func delete(_ key: String) -> Self {
    EtcdCall("/v3/kv/deleterange") { writer in
      writer.field("key", Base64.text(of: key.utf8))
    } read: { view, _ throws(EtcdMisread) in
      try view.storeRevision()
    }
  }
}

extension EtcdCall where Answer == Reading {
  static func get(_ key: String) -> Self {
    EtcdCall("/v3/kv/range") { writer in
      writer.field("key", Base64.text(of: key.utf8))
    } read: { view, _ throws(EtcdMisread) in
      Reading(keyValue: try view.keyValues().first, storeRevision: try view.storeRevision())
    }
  }
}

extension EtcdCall where Answer == Listing {
  static func list(_ prefix: String) -> Self {
    let start = Array(prefix.utf8)
    return EtcdCall("/v3/kv/range") { writer in
      // The empty key stands for nothing: all keys begin at the byte 0.
      writer.field("key", Base64.text(of: start.isEmpty ? [0] : start))
      writer.field("range_end", Base64.text(of: Self.end(ofPrefix: start)))
    } read: { view, _ throws(EtcdMisread) in
      Listing(keyValues: try view.keyValues(), storeRevision: try view.storeRevision())
    }
  }

  /// The first key behind all that begin with these bytes; the byte 0 where there is none, as etcd has it.
  static func end(ofPrefix prefix: [UInt8]) -> [UInt8] {
    guard let last = prefix.lastIndex(where: { $0 < 0xFF }) else { return [0] }
    return prefix[..<last] + [prefix[last] + 1]
  }
}

extension EtcdCall where Answer == Void {
  static func compact(to revision: Revision) -> Self {
    EtcdCall("/v3/kv/compaction") { writer in
      writer.field("revision", String(revision))
    } read: { _, _ throws(EtcdMisread) in
    }
  }
}

extension EtcdCall where Answer == EngineStatus {
  static var status: Self {
    EtcdCall("/v3/maintenance/status") { _ in
    } read: { view, endpoint throws(EtcdMisread) in
      let leader = try view.uint64("leader")
      return EngineStatus(
        endpoint: endpoint.description, member: String(try view["header"]?.uint64("member_id") ?? 0, radix: 16),
        leader: leader == 0 ? nil : String(leader, radix: 16), version: view["version"]?.string ?? "",
        storeRevision: try view.storeRevision(), databaseBytes: try view.int64("dbSize"),
        databaseBytesInUse: try view.int64("dbSizeInUse"),
        alarms: view["errors"]?.elements.compactMap(\.string) ?? [])
    }
  }
}

extension EtcdCall where Answer == String {
  /// The token that stands for a user in later questions.
  static func authenticate(_ credentials: EtcdCredentials) -> Self {
    EtcdCall("/v3/auth/authenticate") { writer in
      writer.field("name", credentials.user)
      writer.field("password", credentials.password)
    } read: { view, _ throws(EtcdMisread) in
      // It becomes a header line.
      guard let token = view["token"]?.string, !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw EtcdMisread("no token for the user")
      }
      return token
    }
  }
}

extension JSONWriter {
  fileprivate mutating func object(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
    self.key(key)
    beginObject()
    write(&self)
    endObject()
  }

  /// A list of one object.
  fileprivate mutating func array(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
    self.key(key)
    beginArray()
    beginObject()
    write(&self)
    endObject()
    endArray()
  }
}
