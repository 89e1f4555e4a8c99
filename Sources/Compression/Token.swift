/// A part of a deflated text.
enum Token {
  case literal(UInt8)
  /// A copy of `length` bytes, from 3 to 258, that are `distance` bytes earlier, from 1 to 32768.
  case match(length: UInt16, distance: UInt16)

  /// The number of bytes that it produces.
  var count: Int {
    switch self {
    case .literal: 1
    case .match(let length, _): Int(length)
    }
  }

  /// The tokens of a text, with matches at the given distances only, so that the time is linear in the input's length.
  static func all(of input: UnsafeBufferPointer<UInt8>, distances: [Int]) -> [Token] {
    var tokens: [Token] = []
    var place = 0
    while place < input.count {
      var best = Match()
      for distance in distances { best.take(input, at: place, distance: distance) }
      tokens.append(best.token(or: input[place]))
      place += best.isWorthIt ? best.length : 1
    }
    return tokens
  }

  /// The tokens of a text, with matches at the latest positions of the same hash of three bytes.
  ///
  /// - Parameters:
  ///   - candidates: how many positions are tried.
  ///   - looksAhead: whether a match is passed over where the next position has a longer one.
  static func all(of input: UnsafeBufferPointer<UInt8>, candidates: Int, looksAhead: Bool) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(input.count / 4)
    // `latest`: the last position by the hash; `earlier`: by position, the one before with the same hash.
    var latest = [Int](repeating: -1, count: 1 << 12)
    var earlier = [Int](repeating: -1, count: input.count)
    var place = 0
    func longest(at place: Int) -> Match {
      var best = Match()
      guard place + 2 < input.count else { return best }
      var candidate = latest[hash(input, at: place)]
      for _ in 0..<candidates where candidate >= 0 && place - candidate <= 32_768 {
        best.take(input, at: place, distance: place - candidate)
        candidate = earlier[candidate]
      }
      return best
    }
    while place < input.count {
      var best = longest(at: place)
      if looksAhead && best.isWorthIt && longest(at: place + 1).length > best.length { best = Match() }
      tokens.append(best.token(or: input[place]))
      let next = place + (best.isWorthIt ? best.length : 1)
      for index in place..<max(place, min(next, input.count - 2)) {
        let hash = hash(input, at: index)
        earlier[index] = latest[hash]
        latest[hash] = index
      }
      place = next
    }
    return tokens
  }

  private static func hash(_ input: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    (Int(input[place]) << 7 ^ Int(input[place + 1]) << 4 ^ Int(input[place + 2])) & 0xFFF
  }

  /// The longest match that was found at a position.
  private struct Match {
    var length = 0
    var distance = 0

    var isWorthIt: Bool { length >= 3 }

    mutating func take(_ input: UnsafeBufferPointer<UInt8>, at place: Int, distance: Int) {
      guard distance <= place else { return }
      let most = min(258, input.count - place)
      var length = 0
      while length < most, input[place + length] == input[place + length - distance] { length += 1 }
      if length > self.length { (self.length, self.distance) = (length, distance) }
    }

    func token(or byte: UInt8) -> Token {
      isWorthIt
        ? .match(length: UInt16(truncatingIfNeeded: length), distance: UInt16(truncatingIfNeeded: distance))
        : .literal(byte)
    }
  }
}
