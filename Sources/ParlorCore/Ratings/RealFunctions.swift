/// Exponential and logarithm by addition, multiplication and division only: bit-identical on every platform, which C
/// libraries do not guarantee. Accurate to a few units in the last place.
package enum RealFunctions {
  /// e to a power; 0 or infinity beyond the range of a `Double`.
  package static func exponential(_ power: Double) -> Double {
    guard power > -745, power < 710 else { return power.isNaN ? .nan : power > 0 ? .infinity : 0 }
    // e^x = 2^k e^r, with r in the half-open interval of ln 2 around 0.
    let halvings = (power / ln2High).rounded()
    let rest = (power - halvings * ln2High) - halvings * ln2Low
    var sum = 1.0
    // Taylor series by Horner's rule: at |r| ≤ 0.347 the first omitted term is below 2^-60.
    for index in stride(from: 14.0, through: 1, by: -1) { sum = 1 + sum * rest / index }
    // In two steps, since 2^k alone may be out of range.
    let half = (halvings / 2).rounded(.towardZero)
    return sum * Double(sign: .plus, exponent: Int(half), significand: 1)
      * Double(sign: .plus, exponent: Int(halvings - half), significand: 1)
  }

  /// The natural logarithm; NaN below 0.
  package static func logarithm(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value == 0 ? -.infinity : value > 0 ? value : .nan }
    // ln (m 2^k) = k ln 2 + 2 artanh ((m - 1) / (m + 1)), with m between 1/√2 and √2.
    var (exponent, significand) = (Double(value.exponent), value.significand)
    if significand > 1.4142135623730951 { (exponent, significand) = (exponent + 1, significand / 2) }
    let ratio = (significand - 1) / (significand + 1)
    let square = ratio * ratio
    var sum = 0.0
    for index in stride(from: 25.0, through: 1, by: -2) { sum = sum * square + 1 / index }
    return exponent * ln2High + (2 * ratio * sum + exponent * ln2Low)
  }

  /// A positive number to a power.
  package static func power(_ base: Double, _ exponent: Double) -> Double { exponential(exponent * logarithm(base)) }

  /// ln 2 in two parts: the first ends in zero bits, so that small multiples of it are exact.
  private static let ln2High = 0x1.62e42fefap-1
  private static let ln2Low = 0x1.cf79abc9e3b3ap-40
}
