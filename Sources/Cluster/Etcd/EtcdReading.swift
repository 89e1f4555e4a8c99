internal import WireProtocol

/// What is wrong with an answer of etcd's.
struct EtcdMisread: Error, Hashable {
  let phrase: String

  init(_ phrase: String) { self.phrase = phrase }
}

/// Members of etcd's JSON. One that is left out is zero, false or empty; one of another kind is an error.
extension JSONView {
  func int64(_ key: StaticString) throws(EtcdMisread) -> Int64 {
    guard let member = present(key) else { return 0 }
    guard let number = member.int.map(Int64.init) ?? member.string.flatMap({ Int64($0) }) else {
      throw EtcdMisread("\(key) is no integer")
    }
    return number
  }

  func uint64(_ key: StaticString) throws(EtcdMisread) -> UInt64 {
    guard let member = present(key) else { return 0 }
    guard let number = member.int.flatMap(UInt64.init(exactly:)) ?? member.string.flatMap({ UInt64($0) }) else {
      throw EtcdMisread("\(key) is no number")
    }
    return number
  }

  func flag(_ key: StaticString) throws(EtcdMisread) -> Bool {
    guard let member = present(key) else { return false }
    guard let flag = member.bool else { throw EtcdMisread("\(key) is neither true nor false") }
    return flag
  }

  func bytes(_ key: StaticString) throws(EtcdMisread) -> [UInt8] {
    guard let member = present(key) else { return [] }
    guard member.kind == .string else { throw EtcdMisread("\(key) is no string") }
    let read = member.withSourceBytes { source in
      // Without its quotes.
      Base64.bytes(of: UnsafeRawBufferPointer(rebasing: source.dropFirst().dropLast()))
    }
    // The characters of base 64 may be escaped in JSON, though nobody does it.
    guard let bytes = read ?? member.string.flatMap({ Base64.bytes(of: $0) }) else {
      throw EtcdMisread("\(key) is no base 64")
    }
    return bytes
  }

  /// The store's revision as a question's answer names it.
  func storeRevision() throws(EtcdMisread) -> Revision {
    guard let header = self["header"], header.kind == .object else { throw EtcdMisread("an answer without a header") }
    let revision = try header.int64("revision")
    guard revision > 0 else { throw EtcdMisread("an answer without a revision") }
    return revision
  }

  /// The keys of an answer to a question for some.
  func keyValues() throws(EtcdMisread) -> [KeyValue] {
    var keyValues: [KeyValue] = []
    guard let found = self["kvs"] else { return [] }
    for element in found.elements { keyValues.append(try element.keyValue()) }
    return keyValues
  }

  func keyValue() throws(EtcdMisread) -> KeyValue {
    let changedAt = try int64("mod_revision")
    guard changedAt > 0 else { throw EtcdMisread("a key without a revision") }
    return KeyValue(
      key: String(decoding: try bytes("key"), as: UTF8.self), value: try bytes("value"), changedAt: changedAt,
      version: try int64("version"))
  }

  private func present(_ key: StaticString) -> JSONView? {
    guard let member = self[key], !member.isNull else { return nil }
    return member
  }
}
