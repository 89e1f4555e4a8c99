/// The last things that happened, or all of them as they happen.
final class Trace {
  private let isOn: Bool
  private var ring: [(at: Int64, happening: Happening)] = []
  private var next = 0
  private static let length = 60

  init(isOn: Bool) { self.isOn = isOn }

  func note(_ at: Int64, _ happening: Happening) {
    if isOn { print(Self.text(at, happening)) }
    if ring.count < Self.length {
      ring.append((at, happening))
    } else {
      ring[next] = (at, happening)
      next = (next + 1) % Self.length
    }
  }

  var recent: String {
    (0..<ring.count).map { Self.text(ring[(next + $0) % ring.count].at, ring[(next + $0) % ring.count].happening) }
      .joined(separator: "\n")
  }

  private static func text(_ at: Int64, _ happening: Happening) -> String {
    "\(at % 86_400_000) \(happening.summary)"
  }
}
