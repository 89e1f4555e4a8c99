/// Lines that become durable together.
public enum Commit {
  /// A number that rises by one with each commit.
  public typealias Ticket = UInt64
}
