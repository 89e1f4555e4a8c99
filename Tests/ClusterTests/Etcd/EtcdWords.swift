@testable import Cluster

/// etcd's answers as gRPC messages.
enum EtcdWords {
  static func replaced(_ revision: Int64) -> [UInt8] { message(revision) { $0.field(2, true) } }

  /// An answer without keys.
  static func read(_ revision: Int64) -> [UInt8] { message(revision) { _ in } }

  static func token(_ text: String) -> [UInt8] { message(7) { $0.field(2, text.utf8) } }

  static func opened(_ revision: Int64) -> [UInt8] { message(revision) { $0.field(3, true) } }

  /// The changes of a key named k: a revision, and a value unless it is a deletion.
  static func changes(_ revision: Int64, _ changes: [(revision: Int64, value: String?)]) -> [UInt8] {
    message(revision) { writer in
      for change in changes {
        writer.field(11) { event in
          if change.value == nil { event.field(1, 1) }
          event.field(2) { keyValue in
            keyValue.field(1, "k".utf8)
            keyValue.field(3, change.revision)
            keyValue.field(4, 2)
            if let value = change.value { keyValue.field(5, value.utf8) }
          }
        }
      }
    }
  }

  static func compacted(_ revision: Int64) -> [UInt8] {
    message(revision) { writer in
      writer.field(4, true)
      writer.field(5, revision)
    }
  }

  static func cancelled(_ reason: String) -> [UInt8] {
    message(7) { writer in
      writer.field(3, true)
      writer.field(4, true)
      writer.field(6, reason.utf8)
    }
  }

  /// A client's request to replace a key.
  static func replacing(_ key: String, _ value: String, _ revision: Int64) -> [UInt8] {
    Array(EtcdCall.replace(key, with: Array(value.utf8), ifChangedAt: revision).request.body.dropFirst(5))
  }

  static func message(_ revision: Int64, _ write: (inout ProtobufWriter) -> Void) -> [UInt8] {
    var writer = ProtobufWriter()
    writer.field(1) { header in
      header.field(1, 324)
      header.field(2, 331)
      header.field(3, revision)
    }
    write(&writer)
    return writer.bytes
  }
}
