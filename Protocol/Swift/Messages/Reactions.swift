/// The number of each emoji in reaction to a shared result.
public struct Reactions: WireValue, Hashable {
  /// Non-zero counts, in the order of ``Reaction``.
  public var counts: [Count]

  /// The count of one emoji.
  public struct Count: Hashable, Sendable {
    /// The emoji.
    public var emoji: Reaction
    /// The number of reactions.
    public var count: Int

    /// A count.
    public init(emoji: Reaction, count: Int) { (self.emoji, self.count) = (emoji, count) }
  }

  /// Creates counts; see ``counts``.
  public init(_ counts: [Count] = []) { self.counts = counts }

  /// Reads counts. Unknown emoji, which later versions may add, are ignored.
  public init(reading view: JSONView) throws(UnreadableMessage) {
    let members = try [NamedCount](reading: view)
    counts = members.compactMap { member in
      Reaction(rawValue: member.name).map { Count(emoji: $0, count: member.count) }
    }
  }

  public func write(to json: inout JSONWriter) {
    counts.map { NamedCount(name: $0.emoji.rawValue, count: $0.count) }.write(to: &json)
  }
}
