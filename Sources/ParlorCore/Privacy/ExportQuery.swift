import GameKit
import Kernel
package import WireProtocol

/// A part of a personal export: lines of the player's documents, then rows of index tables.
struct ExportQuery: StoredQuery {
  let player: PlayerID
  let place: ExportPlace

  func answer(from rows: any TableReader) throws(DatabaseError) -> StoredExport {
    var part = StoredExport()
    var place = self.place
    let documents: [any ExportSource] = rows.forms.filter(\.belongsToPlayer).map { DocumentExport(form: $0) }
    for source in (documents + rows.forms.flatMap { $0.index?.exports ?? [] }).dropFirst(place.source) {
      while true {
        let keys = try source.keys(of: player.number, after: place.after, in: rows)
        for key in keys {
          guard !part.isFull else {
            part.next = place
            return part
          }
          part.add(try source.records(of: player.number, key, in: rows))
          place.after = key
        }
        if keys.isEmpty { break }
      }
      place = ExportPlace(source: place.source + 1)
    }
    return part
  }
}

/// The position of an export.
struct ExportPlace: Hashable, Sendable {
  /// The source, and the last of its keys.
  var source = 0
  var after: Int64 = -1

  /// The first one.
  static let beginning = ExportPlace()
}

/// The shortest lines of a player's document, by index, without credentials.
private struct DocumentExport: ExportSource {
  let form: DocumentForm

  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64] {
    try line(Int(key) + 1, of: player, in: rows) == nil ? [] : [key + 1]
  }

  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]] {
    let document = JSONDocument()
    guard let line = try line(Int(key), of: player, in: rows),
      (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil
    else { return [] }
    let own = document.root.members.filter { !["document", "secret", "sealed"].contains($0.0) }
    let secret = document.root["secret"].map { Array($0.members) } ?? []
    return [
      JSONWriter.record(form.name) { json in
        for (key, value) in own + secret {
          json.key(key)
          value.withSourceBytes { json.raw($0) }
        }
      }
    ]
  }

  private func line(_ place: Int, of player: Int64, in rows: any TableReader) throws(DatabaseError) -> [UInt8]? {
    try rows.packedLine(place, of: DocumentID(kind: form.number, key: player))
  }
}

extension JSONWriter {
  /// A record of an export.
  package static func record(_ name: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(reserving: 256)
    json.beginObject()
    json.field("record", name)
    body(&json)
    json.endObject()
    return json.bytes
  }
}
