/// Messages of etcd's `rpc.proto` and `kv.proto`, by field number.
extension ProtobufMessage {
  /// The store's revision, from the header of every answer.
  func storeRevision() throws(EtcdMisread) -> Revision {
    guard let header = try message(1) else { throw EtcdMisread("an answer without a header") }
    let revision = header.int64(3)
    guard revision > 0 else { throw EtcdMisread("an answer without a revision") }
    return revision
  }

  /// The keys of a `RangeResponse`.
  func keyValues() throws(EtcdMisread) -> [KeyValue] {
    var keyValues: [KeyValue] = []
    for bytes in all(2) { keyValues.append(try ProtobufMessage(bytes).keyValue()) }
    return keyValues
  }

  /// A `KeyValue`.
  func keyValue() throws(EtcdMisread) -> KeyValue {
    let changedAt = int64(3)
    guard changedAt > 0 else { throw EtcdMisread("a key without a revision") }
    return KeyValue(key: text(1), value: Array(bytes(5)), changedAt: changedAt, version: int64(4))
  }
}
