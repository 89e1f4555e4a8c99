/// A parsed number literal: `mantissa × 10^exponent`, exactly.
struct JSONNumber {
  private let literal: UnsafeBufferPointer<UInt8>
  private let isNegative: Bool
  /// The digits without leading and trailing zeros; `nil` if they do not fit.
  private let mantissa: UInt64?
  private let exponent: Int

  /// Parses a literal that follows the grammar. (Any other gives some number, and never traps.)
  init(_ literal: UnsafeBufferPointer<UInt8>) {
    self.literal = literal
    isNegative = literal.first == UInt8(ascii: "-")
    var digits = JSONDigits()
    var at = isNegative ? 1 : 0
    var isFraction = false
    scan: while at < literal.count {
      switch literal[at] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(literal[at] &- UInt8(ascii: "0"), isFraction)
      case UInt8(ascii: "."): isFraction = true
      default: break scan
      }
      at &+= 1
    }
    mantissa = digits.mantissa
    exponent = digits.exponent &+ JSONNumber.exponent(literal[min(at &+ 1, literal.count)...])
  }

  /// The number as an integer, if it is one (`1.0` and `1e2` are) and fits.
  var int: Int? {
    guard var magnitude = mantissa else { return nil }
    guard magnitude != 0 else { return 0 }
    // The mantissa does not end in 0, so a negative exponent leaves a fraction.
    guard exponent >= 0, exponent < 20 else { return nil }
    for _ in 0..<exponent {
      let product = magnitude.multipliedReportingOverflow(by: 10)
      guard !product.overflow else { return nil }
      magnitude = product.partialValue
    }
    if isNegative { return magnitude <= Int.min.magnitude ? Int(truncatingIfNeeded: 0 &- magnitude) : nil }
    return Int(exactly: magnitude)
  }

  /// The nearest double; infinite if the literal exceeds the largest one.
  var double: Double {
    // With both factors exact, one multiplication or division rounds once and is correct (Clinger 1990).
    if let mantissa, mantissa <= 1 << 53, exponent.magnitude <= 22 {
      let power = JSONNumber.powersOfTen[Int(exponent.magnitude)]
      let magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
      return isNegative ? -magnitude : magnitude
    }
    return Double(String(decoding: literal, as: UTF8.self)) ?? (isNegative ? -.infinity : .infinity)
  }

  /// The exponent after an `e`, bounded so that sums cannot overflow: beyond the bound the result is the same.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var value = 0
    for byte in text where byte &- UInt8(ascii: "0") < 10 {
      value = min(value &* 10 &+ Int(byte &- UInt8(ascii: "0")), 1 << 40)
    }
    return text.first == UInt8(ascii: "-") ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
    1e20, 1e21, 1e22,
  ]
}

/// Digits accumulated to an integer; zeros are deferred until a further digit needs them.
private struct JSONDigits {
  private(set) var mantissa: UInt64? = 0
  private var waitingZeros = 0
  private var fractionDigits = 0

  /// The power of ten by which `mantissa` must be multiplied.
  var exponent: Int { waitingZeros &- fractionDigits }

  mutating func append(_ digit: UInt8, _ isFraction: Bool) {
    if isFraction { fractionDigits &+= 1 }
    guard digit != 0 else {
      waitingZeros &+= 1
      return
    }
    let zeros = mantissa == 0 ? 0 : waitingZeros
    waitingZeros = 0
    guard let before = mantissa, zeros < 20 else {
      mantissa = nil
      return
    }
    var value = before
    var overflow = false
    for _ in 0...zeros where !overflow { (value, overflow) = value.multipliedReportingOverflow(by: 10) }
    let sum = value.addingReportingOverflow(UInt64(digit))
    mantissa = overflow || sum.overflow ? nil : sum.partialValue
  }
}
