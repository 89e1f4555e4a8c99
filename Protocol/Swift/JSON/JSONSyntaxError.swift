/// Why a text is not JSON, and where.
///
/// The rules are those of RFC 8259, without any extension: no comments, no trailing commas, no byte order mark.
public struct JSONSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason. The raw value is stable, so that logs and tests may quote it.
  public enum Reason: String, Sendable, CaseIterable {
    /// Only white space.
    case empty
    /// The text stops before the value is complete.
    case unexpectedEnd = "unexpected_end"
    /// No value begins with this byte.
    case expectedValue = "expected_value"
    /// A `{` is followed by neither a string nor `}`.
    case expectedKeyOrEnd = "expected_key_or_end"
    /// A comma in an object is not followed by a string.
    case expectedKey = "expected_key"
    /// A key is not followed by a colon.
    case expectedColon = "expected_colon"
    /// A member is followed by neither a comma nor `}`.
    case expectedCommaOrObjectEnd = "expected_comma_or_object_end"
    /// An element is followed by neither a comma nor `]`.
    case expectedCommaOrArrayEnd = "expected_comma_or_array_end"
    /// A word that begins like `true`, `false` or `null` and is not one of them.
    case invalidLiteral = "invalid_literal"
    /// A number with a leading zero, or without a digit where one has to be.
    case invalidNumber = "invalid_number"
    /// An unescaped byte below 0x20 in a string.
    case controlCharacter = "control_character"
    /// A backslash is not followed by one of `" \ / b f n r t u`.
    case invalidEscape = "invalid_escape"
    /// `\u` is not followed by four hexadecimal digits.
    case invalidUnicodeEscape = "invalid_unicode_escape"
    /// Half of a surrogate pair.
    case loneSurrogate = "lone_surrogate"
    /// Invalid UTF-8: overlong, a surrogate, above U+10FFFF, or truncated.
    case invalidUTF8 = "invalid_utf8"
    /// The nesting exceeds the limit.
    case tooDeep = "too_deep"
    /// Something follows the value.
    case trailingBytes = "trailing_bytes"
    /// The text begins with a byte order mark.
    case byteOrderMark = "byte_order_mark"
    /// More than 2^31 bytes.
    case tooLarge = "too_large"
  }

  /// The reason.
  public let reason: Reason
  /// The offset of the first invalid byte, from 0; at most the number of bytes.
  public let offset: Int

  /// Creates an error.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The error for people: `expected ',' or '}' at byte 17`.
  public var description: String { "\(reason.phrase) at byte \(offset)" }
}

extension JSONSyntaxError.Reason {
  fileprivate var phrase: String {
    switch self {
    case .empty: "expected a value, found nothing"
    case .unexpectedEnd: "the text ends too early"
    case .expectedValue: "expected a value"
    case .expectedKeyOrEnd: "expected a key in quotes or '}'"
    case .expectedKey: "expected a key in quotes"
    case .expectedColon: "expected ':'"
    case .expectedCommaOrObjectEnd: "expected ',' or '}'"
    case .expectedCommaOrArrayEnd: "expected ',' or ']'"
    case .invalidLiteral: "expected true, false or null"
    case .invalidNumber: "a number that JSON does not allow"
    case .controlCharacter: "a control character that is not escaped"
    case .invalidEscape: "an escape that JSON does not know"
    case .invalidUnicodeEscape: "expected four hexadecimal digits"
    case .loneSurrogate: "half of a surrogate pair"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .tooDeep: "nested too deeply"
    case .trailingBytes: "expected the end of the text"
    case .byteOrderMark: "a byte order mark"
    case .tooLarge: "more than 2147483648 bytes, too many"
    }
  }
}
