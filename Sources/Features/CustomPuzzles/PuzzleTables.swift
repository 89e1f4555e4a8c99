import GameKit
import Kernel

/// The players that custom puzzles name, so that a deleted player is removed from all of them.
final class PuzzleTables: IndexTables {
  static let layout = """
    CREATE TABLE custom_puzzle_player (
      player INTEGER NOT NULL,
      puzzle INTEGER NOT NULL,
      is_author INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (player, puzzle)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX custom_puzzle ON custom_puzzle_player (puzzle, is_author);
    """

  private let database: any TableConnection

  init(_ database: any TableConnection, _: [DocumentForm]) { self.database = database }

  func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError) {
    guard line.document.kind == PuzzleDocument.number, let fact = PuzzleDocument.fact(of: line) else { return }
    let puzzle = line.document.key
    switch fact {
    case .made(let made):
      try delete(line.document)
      try add(made.author.number, to: puzzle, isAuthor: true)
      for result in made.results { try add(result.player.number, to: puzzle, isAuthor: false) }
    case .finished(let result, let count):
      let named = try database.keys(
        "SELECT count(*) FROM custom_puzzle_player WHERE puzzle = ? AND is_author = 0", puzzle)
      if named.first ?? 0 < Int64(count) { try add(result.player.number, to: puzzle, isAuthor: false) }
    case .removed: try delete(line.document)
    }
  }

  private func add(_ player: Int64, to puzzle: Int64, isAuthor: Bool) throws(DatabaseError) {
    try database.run(
      "INSERT OR IGNORE INTO custom_puzzle_player (player, puzzle, is_author) VALUES (?, ?, ?)", player, puzzle,
      isAuthor)
  }

  func delete(_ document: DocumentID) throws(DatabaseError) {
    guard document.kind == PuzzleDocument.number else { return }
    try database.run("DELETE FROM custom_puzzle_player WHERE puzzle = ?", document.key)
  }

  func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID] {
    try database.keys("SELECT puzzle FROM custom_puzzle_player WHERE player = ? ORDER BY puzzle", player).map {
      DocumentID(kind: PuzzleDocument.number, key: $0)
    }
  }

  func forget(_ player: Int64) throws(DatabaseError) {
    try database.run(
      """
      DELETE FROM custom_puzzle_player WHERE puzzle IN (
        SELECT puzzle FROM custom_puzzle_player WHERE player = ? AND is_author = 1)
      """, player)
    try database.run("DELETE FROM custom_puzzle_player WHERE player = ?", player)
  }

  /// Keys are random.
  func lastKey() throws(DatabaseError) -> Int64 { 0 }
}
