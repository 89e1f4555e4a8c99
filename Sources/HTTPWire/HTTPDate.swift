/// The dates of header lines: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
public enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Formats seconds since 1970-01-01T00:00:00Z, clamped to the years 1970 to 9999.
  public static func text(secondsSince1970 seconds: Int64) -> String {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // Years that begin in March, so that the leap day is the last one; eras of 400 years.
    let shifted = days + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 2 : marchMonth - 10
    let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
    let time = [second / 3_600, second / 60 % 60, second % 60].map(padded).joined(separator: ":")
    return "\(weekdays[Int(days % 7)]), \(padded(day)) \(months[Int(month)]) \(year) \(time) GMT"
  }

  private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
