internal import Kernel
internal import ParlorCore

extension LogFile {
  /// Repairs entries whose position has a flipped bit: their addresses depend on the right one. SQLite's own check
  /// finds those between other entries, so only the first and the last remain.
  func mendPositions() throws(DatabaseError) {
    let trimmed = try trimmedPosition()
    let misplaced = try database.prepare(
      """
      SELECT position, addresses FROM entry
      WHERE position <= ?1 OR (position > ?1 + 1 AND position = (SELECT max(position) FROM entry)
        AND NOT EXISTS (SELECT 1 FROM entry AS before WHERE before.position = entry.position - 1))
      """
    ).all(trimmed) { row in (position: row.integer(), addresses: row.bytes()) }
    let move = try database.prepare("UPDATE OR IGNORE entry SET position = ? WHERE position = ?")
    for (position, addresses) in misplaced where !LineAddresses.stand(addresses, at: position) {
      let belongsTo = (0..<62).map { position ^ 1 << $0 }.first { other in
        other > trimmed && LineAddresses.stand(addresses, at: other)
      }
      if let belongsTo { try move.run(belongsTo, position) }
    }
  }
}
