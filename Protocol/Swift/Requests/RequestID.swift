/// What a client puts in `id` so that it knows the answer by its `re`: an integer or a short string.
public enum RequestID: Hashable, Sendable {
  /// An integer.
  case number(Int)
  /// A string of at most ``maximumBytes`` bytes.
  case text(String)
  /// The `id` of a `command`: the answer also has `drawn`, its text for a person.
  indirect case drawn(RequestID)

  /// The longest string allowed, in UTF-8 bytes.
  public static let maximumBytes = 64

  func write(to json: inout JSONWriter) {
    switch self {
    case .number(let number): json.int(number)
    case .text(let text): json.string(text)
    case .drawn(let id): id.write(to: &json)
    }
  }
}
