import Vocabulary
import WireProtocol

/// A deck's file on its way in: a session has one at most.
final class DeckUpload {
  /// Where it stands.
  enum State {
    /// Parts of it have come.
    case coming([UInt8])
    /// It has been read.
    case read(ReadDeck)
    /// It was too much, and what still comes of it is passed over.
    case refused(WireError)
  }

  private(set) var state = State.coming([])
  /// The language that was named with it.
  var language: String?
  /// Whether what is typed belongs to it: lines up to one with nothing but a full stop.
  var isTyped: Bool

  init(language: String?, isTyped: Bool) {
    self.language = language
    self.isTyped = isTyped
  }

  /// Bytes that have come.
  private(set) var count = 0

  func append(_ bytes: some Collection<UInt8>) {
    guard case .coming(var gathered) = state else { return }
    // Taken out meanwhile, so that it is not copied.
    state = .coming([])
    gathered.append(contentsOf: bytes)
    count = gathered.count
    state = .coming(gathered)
  }

  func refuse(_ error: WireError) {
    state = .refused(error)
    count = 0
  }

  func finishReading(_ deck: ReadDeck) { state = .read(deck) }
}

/// A deck whose notes can all be added, as far as they go.
struct ReadDeck {
  /// As the file calls it; empty where it does not say.
  var name = ""
  var notes: [Deck.Note] = []
  var columns: [String] = []
  /// What separates fields, and the line that names them; none where the file does not say.
  var separator: String?
  var heading: [String] = []
  var faults = DeckFaults()
}

/// The uploads of all sessions.
struct DeckUploads {
  /// Bytes of all files.
  private(set) var bytes = 0
  /// When a session's file is dropped.
  var deadlines = DeadlineQueue<SessionID>()

  mutating func add(_ count: Int) { bytes += count }
}
