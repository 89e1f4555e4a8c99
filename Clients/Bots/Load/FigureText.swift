internal import WireProtocol

enum FigureText {
  /// `1,234,567.8`.
  static func text(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "-" }
    let scale = (0..<max(0, digits)).reduce(1) { product, _ in product * 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    var whole = String(scaled / scale)
    var index = whole.count - 3
    while index > 0 {
      whole.insert(",", at: whole.index(whole.startIndex, offsetBy: index))
      index -= 3
    }
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return sign + whole }
    let rest = String(scaled % scale)
    return sign + whole + "." + String(repeating: "0", count: digits - rest.count) + rest
  }

  /// A number without insignificant digits.
  static func json(_ value: Double, digits: Int) -> JSON {
    guard value.isFinite, abs(value) < 1e15 else { return .null }
    guard digits > 0 else { return .int(Int(value.rounded())) }
    let scale = (0..<digits).reduce(1.0) { product, _ in product * 10 }
    return .double((value * scale).rounded() / scale)
  }

  /// The median; the mean of the two middle values for an even number, 0 for none.
  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
