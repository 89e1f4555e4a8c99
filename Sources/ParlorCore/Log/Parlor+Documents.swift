public import Kernel

extension Parlor {
  /// The kinds of documents that the core has itself. Index tables follow in this order: those of features
  /// read players and matches.
  ///
  /// - Parameter limits: what is kept of a room for those who resume.
  public static func documents(_ limits: Limits = Limits()) -> [DocumentForm] {
    [
      DocumentForm(PlayerDocument.self, index: PlayerTables.self), DocumentForm(VisitDocument.self),
      DocumentForm(ServerDocument.self),
      DocumentForm(MatchDocument.self, index: MatchTables.self),
      RoomDocument.form(keepingEvents: limits.resumeEvents, bytes: limits.resumeBytes),
    ]
  }
}
