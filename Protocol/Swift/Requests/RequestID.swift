/// A client's `id`, repeated as `re` in the answer: an integer or a short string.
public enum RequestID: Hashable, Sendable {
  /// An integer.
  case number(Int)
  /// A string of at most ``maximumBytes`` bytes.
  case text(String)
  /// The `id` of a `command`: the answer also has `drawn`, its text form.
  indirect case drawn(RequestID)

  /// The longest string, in UTF-8 bytes.
  public static let maximumBytes = 64

  func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): json.int(number)
    case .text(let text): json.string(text)
    case .drawn(let id): id.write(to: &json)
    }
  }
}
