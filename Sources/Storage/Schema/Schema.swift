/// The versions of the database's layout, each as the step that makes it from the one before.
///
/// A database says its version in `user_version`. What was released is never edited: a change is one more step.
package struct Schema: Sendable {
  /// One step from a version to the next.
  package struct Step: Sendable {
    /// Statements that give no rows.
    package let sql: String
    /// What is to be done after them.
    let body: @Sendable (Database) throws(SQLiteError) -> Void

    /// A step of SQL alone.
    package init(_ sql: String) { self.init(sql) { _ throws(SQLiteError) in } }

    /// A step of SQL and what comes after it.
    init(_ sql: String, then body: @escaping @Sendable (Database) throws(SQLiteError) -> Void) {
      self.sql = sql
      self.body = body
    }
  }

  /// Step 0 makes version 1 from an empty database.
  package let steps: [Step]

  /// A layout; tests add steps of their own to the current one.
  package init(steps: [Step]) { self.steps = steps }

  /// The version after the last step.
  package var version: Int { steps.count }

  /// What this server knows.
  package static let current = Schema(
    steps: [
      firstVersion, secondVersion, channelVersion, trialVersion, standingVersion, scorePlayerVersion, checksumVersion,
      logVersion,
    ].map { Step($0) } + [
      moveVersion, Step(snapshotVersion), Step(vocabularyVersion), Step(accountVersion), Step(practiceVersion),
      Step(ratingVersion), Step(orderVersion + "\n" + safetyVersion),
    ])

  /// Marks a file as Parlor's (`PRAGMA application_id`): the letters "PRLR".
  static let applicationID: Int64 = 0x5052_4c52
}
