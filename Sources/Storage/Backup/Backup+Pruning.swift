internal import CSQLite
internal import Kernel
internal import ParlorCore

extension Backup {
  /// The removed backups and those that could not be removed.
  public struct Pruning: Hashable, Sendable {
    /// Names of removed files.
    public var removed: [String] = []
    /// Names of files that could not be removed, and the reason as part of a sentence.
    public var left: [(name: String, why: String)] = []
    /// The number of backups kept: with the new one, without those in `left`.
    public var kept = 0

    public static func == (one: Pruning, other: Pruning) -> Bool {
      one.removed == other.removed && one.kept == other.kept && one.left.map(\.name) == other.left.map(\.name)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(removed)
      hasher.combine(kept)
    }
  }

  /// Removes all but the newest backups of the same data from the folder of a backup that was just made and verified.
  ///
  /// A file is removed only if its name is that of a backup named by the time, it is a file and no link, it belongs to
  /// this user, it was made of data with the same epoch, and it verifies completely. The new backup is never removed,
  /// nor is one with a later time, as after a clock that was ahead; such backups do not count. The remains of killed
  /// backups are removed too. Each file is removed by itself, so a killed process or a full disk leaves complete
  /// backups, and the next pruning removes the rest.
  ///
  /// - Parameters:
  ///   - new: the path of the new backup.
  ///   - count: how many to keep, the new one included; at least 1.
  public static func prune(besides new: String, keeping count: Int) throws(Failure) -> Pruning {
    let folder = Workshop.parent(of: new)
    let newName = String(new.split(separator: "/").last ?? "")
    let (epoch, begunAt): ([UInt8], Instant)
    do { (epoch, begunAt) = (try Self.epoch(of: new), try Self.beginning(of: new)) } catch { throw Failure(new, error) }
    var names: [String] = []
    let code = withUnsafeMutablePointer(to: &names) { list in
      csqlite_list_folder(folder, list) { name, list in
        guard let name, let list else { return }
        list.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
      }
    }
    guard code == 0 else { throw Failure(folder, code: code) }
    for name in names.sorted() where name.hasSuffix(".part") && isNamedByTime(name.dropLast(5)) {
      removeUnfinished("\(folder)/\(name)")
    }
    var pruning = Pruning()
    var others: [(name: String, begunAt: Instant)] = []
    for name in names.sorted() where name != newName && isNamedByTime(name[...]) {
      let path = "\(folder)/\(name)"
      guard csqlite_is_own_file(path) != 0 else {
        pruning.left.append((name, "it is no file of this user's"))
        continue
      }
      do {
        guard try Self.epoch(of: path) == epoch else {
          pruning.left.append((name, "it is of other data"))
          continue
        }
        others.append((name, try Self.beginning(of: path)))
      } catch {
        pruning.left.append((name, "it is damaged"))
      }
    }
    let newer = others.count { $0.begunAt > begunAt }
    others.removeAll { $0.begunAt > begunAt }
    others.sort { ($0.begunAt, $0.name) > ($1.begunAt, $1.name) }
    let most = max(count, 1) - 1
    pruning.kept = 1 + newer + min(most, others.count)
    for other in others.dropFirst(most) {
      let path = "\(folder)/\(other.name)"
      do {
        _ = try Backup(verifying: path)
      } catch {
        pruning.left.append((other.name, "it does not verify"))
        continue
      }
      let code = csqlite_remove(path)
      if code == 0 {
        pruning.removed.append(other.name)
      } else {
        pruning.left.append((other.name, "it cannot be removed: \(DataFolder.sentence(of: code))"))
      }
    }
    if !pruning.removed.isEmpty { csqlite_sync_folder(folder) }
    return pruning
  }

  /// Whether a name is that of a backup in a folder: `parlor-20261120T080000Z.backup`.
  private static func isNamedByTime(_ name: Substring) -> Bool {
    let shape = "parlor-00000000T000000Z.backup"
    return name.utf8.count == shape.utf8.count
      && zip(name.utf8, shape.utf8).allSatisfy { letter, expected in
        expected == UInt8(ascii: "0") ? (0x30...0x39).contains(letter) : letter == expected
      }
  }

  private static func epoch(of path: String) throws -> [UInt8] {
    let database = try open(path, .reading)
    let read = try database.prepare("SELECT value FROM meta WHERE name = 'epoch'")
    guard let epoch = try read.first(read: { row in row.bytes() }), !epoch.isEmpty
    else { throw Failure(.damaged, "\(path) is damaged: it has no epoch") }
    return epoch
  }

  private static func beginning(of path: String) throws -> Instant {
    guard let begunAt = try BackupTable(try open(path, .reading)).integer("begun_at") else {
      throw Failure(.damaged, "\(path) is damaged: it does not say what it holds")
    }
    return Instant(milliseconds: begunAt)
  }

  /// Removes the remains of a killed backup, unless it is locked. Other files with such a name stay.
  private static func removeUnfinished(_ path: String) {
    guard csqlite_is_own_folder(path) != 0, Workshop.isLike(path) else { return }
    guard let workshop = try? Workshop(at: path) else { return }
    workshop.remove()
  }
}
