internal import CPoll

/// Why a bot cannot continue, as a sentence.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A system error about `what`; `result` is a negative errno value.
  init(_ what: String, result: Int) {
    if result == Int(CPOLL_UNKNOWN_HOST) {
      description = "\(what): the system knows no such host"
      return
    }
    var text = [CChar](repeating: 0, count: 256)
    cpoll_error_text(Int32(clamping: 0 - max(-Int.max, result)), &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    description = "\(what): \(String(decoding: bytes, as: UTF8.self))"
  }
}
