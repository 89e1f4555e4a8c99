public import Kernel

extension Parlor {
  /// The kinds of documents that the core has itself. Index tables follow in this order: those of matches and shared
  /// results read the kinds of players.
  ///
  /// - Parameter limits: what is kept of a room for those who resume.
  public static func documents(_ limits: Limits = Limits()) -> [DocumentForm] {
    [
      DocumentForm(OrderDocument.self), DocumentForm(PlayerDocument.self, index: PlayerTables.self),
      DocumentForm(VisitDocument.self), DocumentForm(ServerDocument.self),
      DocumentForm(MatchDocument.self, index: MatchTables.self),
      DocumentForm(ShareDocument.self, index: ChannelTables.self),
      RoomDocument.form(keepingEvents: limits.resumeEvents, bytes: limits.resumeBytes),
    ]
  }
}
