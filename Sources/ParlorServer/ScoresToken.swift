import Catalogue
import HTTPService
import ParlorCore
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The token for changes of the score list, in lines and over HTTP: given by the operator, or generated at the first
/// start and stored in the data folder for those who may read that folder.
struct ScoresToken {
  let text: String
  /// The notice for the operator: where the token is, never the token itself, since logs are widely read.
  let notice: String

  /// A token given by the operator.
  init(given text: String) {
    self.text = text
    notice = "Token for the scores: as given"
  }

  /// The token of a data folder, generated if there is none; `:memory:` has a new one at each start.
  ///
  /// - Throws: a sentence if the file contains anything else.
  init(keptIn folder: String) throws(StorageFailure) {
    if folder == ":memory:" {
      text = Self.random()
      notice = "Token for the scores: random, because the data is in memory; --http-token sets one"
      return
    }
    let path = folder + "/http-token"
    // A restored copy often has lost its mode.
    chmod(path, 0o600)
    if let bytes = FileContents.read(path) {
      let kept = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
      guard Self.isToken(kept), kept.utf8.count >= Self.fewestBytes else {
        let fewest = Self.fewestBytes
        throw StorageFailure(
          message:
            "\(path) does not contain a token of at least \(fewest) characters: remove the file to generate a new one")
      }
      text = kept
      notice = "Token for the scores: in \(path)"
    } else {
      text = Self.random()
      let isKept = FileContents.create(path, Array((text + "\n").utf8))
      let failure = errno
      guard isKept || failure == ENOSPC || failure == EFBIG || failure == EDQUOT else {
        throw StorageFailure(message: "\(path) cannot be written: \(String(cString: strerror(failure)))")
      }
      notice =
        isKept
        ? "Token for the scores: in \(path), made now"
        : "Token for the scores: random until the next start, because \(path) cannot be written "
          + "(\(String(cString: strerror(failure)))); --http-token sets one"
    }
  }

  /// Shorter ones can be guessed.
  static let fewestBytes = 16

  /// Whether a text is valid as a header's value: visible ASCII.
  static func isToken(_ text: String) -> Bool {
    (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// 192 random bits.
  private static func random() -> String {
    var entropy = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef")
    return LoginToken.operatorPrefix
      + String((0..<2 * LoginToken.randomBytes).map { _ in digits[Int.random(in: 0..<16, using: &entropy)] })
  }
}
