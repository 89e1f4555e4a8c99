public import Kernel

extension Parlor {
  /// The core's kinds of documents. Index tables follow in this order: those of features read players and matches.
  ///
  /// - Parameter limits: the size of history windows.
  public static func documents(_ limits: Limits = Limits()) -> [DocumentForm] {
    [
      DocumentForm(PlayerDocument.self, index: PlayerTables.self), DocumentForm(VisitDocument.self),
      DocumentForm(ServerDocument.self),
      DocumentForm(MatchDocument.self, index: MatchTables.self),
      RoomDocument.form(keepingEvents: limits.resumeEvents, bytes: limits.resumeBytes),
    ]
  }
}
