/// How often each emoji was chosen in answer to a shared result.
public struct Reactions: WireValue, Hashable {
  /// Those that were chosen, in the order of ``Reaction``.
  public var counts: [Count]

  /// How often one was chosen.
  public struct Count: Hashable, Sendable {
    /// Which.
    public var emoji: Reaction
    /// How often.
    public var count: Int

    /// A count.
    public init(emoji: Reaction, count: Int) { (self.emoji, self.count) = (emoji, count) }
  }

  /// Counts; see ``counts``.
  public init(_ counts: [Count] = []) { self.counts = counts }

  /// Reads counts. Emoji that this library does not know, which may come in time, are left out.
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
