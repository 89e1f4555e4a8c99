import Kernel
import ParlorCore
import WireProtocol

/// The effect of a planted bug on folding, packing and fetching documents.
struct PlantedDocuments {
  private let plant: Plant?
  private var first: [DocumentID: [[UInt8]]] = [:]

  init(_ plant: Plant?) { self.plant = plant }

  /// The document that is fetched instead of another.
  func fetched(_ id: DocumentID) -> DocumentID {
    plant == .fetchesAnother ? DocumentID(kind: id.kind, key: id.key - 1) : id
  }

  /// The stored lines that are folded.
  mutating func folded(_ lines: [[UInt8]], of id: DocumentID, _ form: DocumentForm) -> [[UInt8]] {
    switch plant {
    case .packsTooLittle: return form.pack(lines, id.key, nil)?.dropLast() ?? []
    case .foldsTooLittle: return lines.dropLast()
    case .foldsBackwards: return lines.reversed()
    case .fetchesOld:
      let old = first[id] ?? lines
      first[id] = old
      return old
    default: return lines
    }
  }

  /// A player in a snapshot.
  func packed(_ player: StoredPlayer) -> StoredPlayer {
    var packed = player
    if plant == .packsNoPassword { packed.verifier = nil }
    return packed
  }
}
