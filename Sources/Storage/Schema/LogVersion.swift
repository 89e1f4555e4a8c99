extension Schema {
  /// Version 8: the tables follow a log. What they hold by then is what an empty log, at position 0, leads to.
  static let logVersion = "INSERT INTO meta (name, value) VALUES ('position', 0)"
}
