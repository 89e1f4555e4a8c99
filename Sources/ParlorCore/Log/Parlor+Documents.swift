public import Kernel

extension Parlor {
  /// The kinds of documents that the core has itself. What is shared of matches is looked up after matches are.
  ///
  /// - Parameter limits: what is kept of a room for those who resume.
  public static func documents(_ limits: Limits = Limits()) -> [DocumentForm] {
    [
      DocumentForm(OrderDocument.self), DocumentForm(PlayerDocument.self), DocumentForm(NotebookDocument.self),
      DocumentForm(VisitDocument.self), DocumentForm(ServerDocument.self),
      DocumentForm(MatchDocument.self, index: MatchTables.self),
      DocumentForm(ShareDocument.self, index: ChannelTables.self),
      RoomDocument.form(keepingEvents: limits.resumeEvents, bytes: limits.resumeBytes),
    ]
  }
}
