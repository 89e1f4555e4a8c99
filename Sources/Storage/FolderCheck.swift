internal import CSQLite
internal import Kernel

/// What a start would find in a data folder: checked without changing anything in it, whether or not a server uses it.
public struct FolderCheck: Sendable {
  /// Reasons why a start would be refused: sentences without a full stop.
  public private(set) var faults: [String] = []
  /// Problems that do not prevent a start.
  public private(set) var warnings: [String] = []
  /// The process that uses the folder now; `nil` for none.
  public private(set) var user: Int64?

  private let path: String

  /// Less free space than this is a warning; the alert ParlorDiskFull has the same limit.
  static let fewestFreeBytes: Int64 = 1_000_000_000

  /// - Parameter isClusterNode: whether it is to start as a cluster's node.
  public init(_ path: String, isClusterNode: Bool) {
    self.path = path
    look(isClusterNode)
  }

  private mutating func look(_ isClusterNode: Bool) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      return faults = ["\"\(path)\" is not the name of a folder"]
    }
    guard csqlite_exists(path) != 0 else {
      guard csqlite_is_link(path) == 0 else { return faults = ["the data folder \(path) is a link that leads nowhere"] }
      return checkParent()
    }
    guard csqlite_is_folder(path) != 0 else { return faults = ["the data folder \(path) is a file"] }
    let code = csqlite_may_use(path, 1)
    guard code == 0 else {
      return faults = ["the data folder \(path) cannot be used: \(DataFolder.sentence(of: code))"]
    }
    checkRoom(path)
    let lock = "\(path)/parlor.lock"
    if checkFile(lock) {
      let holder = csqlite_lock_holder(lock)
      if holder > 0 { user = holder }
    }
    checkDatabases(isClusterNode, hadData: csqlite_has_data_mark(lock) != 0)
  }

  /// Checks the parents of a missing folder, which the start would create with it.
  private mutating func checkParent() {
    var parent = Substring(path)
    while let slash = parent.lastIndex(of: "/"), slash > parent.startIndex {
      parent = parent[..<slash]
      guard csqlite_exists(String(parent)) != 0 else { continue }
      return checkMaking(in: String(parent))
    }
    checkMaking(in: path.hasPrefix("/") ? "/" : ".")
  }

  private mutating func checkMaking(in parent: String) {
    let code = csqlite_may_use(parent, 1)
    guard code == 0 else {
      return faults.append("the data folder \(path) cannot be made in \(parent): \(DataFolder.sentence(of: code))")
    }
    checkRoom(parent)
  }

  private mutating func checkRoom(_ place: String) {
    let free = csqlite_free_bytes(place)
    if free < Self.fewestFreeBytes {
      warnings.append("there are only \(free / 1_000_000) MB left where the data is, in \(place)")
    }
  }

  /// - Returns: whether the file exists and is usable.
  private mutating func checkFile(_ file: String) -> Bool {
    guard csqlite_exists(file) != 0 else { return false }
    guard csqlite_is_file(file) != 0 else {
      faults.append("\(file) is no file")
      return false
    }
    let code = csqlite_may_use(file, 0)
    guard code == 0 else {
      faults.append("\(file) cannot be read and written: \(DataFolder.sentence(of: code))")
      return false
    }
    return true
  }

  private mutating func checkDatabases(_ isClusterNode: Bool, hadData: Bool) {
    let log = DatabaseFile(folder: path, name: "log.sqlite")
    let tables = DatabaseFile(folder: path, name: "parlor.sqlite")
    var areUsable = true
    for file in [log, tables] {
      for name in [file.path, file.walPath] where csqlite_exists(name) != 0 {
        areUsable = checkFile(name) && areUsable
      }
    }
    guard areUsable else { return }
    guard tables.isBegun else {
      if log.exists {
        faults.append(
          "\(tables.path) is missing or empty, and \(log.path) belongs to it: put it back beside its log")
      } else if hadData {
        faults.append(
          "the data folder \(path) has lost its data: put it back, or restore a backup into another folder. To begin "
            + "anew, remove \(path)/parlor.lock")
      }
      return
    }
    for file in [log, tables] {
      if file.missesWAL { faults.append(DatabaseOpener.missingWAL(file)) }
      if file.missesDatabase { faults.append(DatabaseOpener.missingDatabase(file)) }
    }
    if !isClusterNode, tables.usesWAL, !log.exists {
      faults.append("\(log.path), which has the last moves of \(tables.path), is missing: put it back beside it")
    }
    if faults.isEmpty { checkLayout(tables, isClusterNode) }
  }

  /// Checks the header only, since opening a database may change the files next to it (bytes 60 and 68:
  /// <https://www.sqlite.org/fileformat2.html>).
  private mutating func checkLayout(_ file: DatabaseFile, _ isClusterNode: Bool) {
    var header = [UInt8](repeating: 0, count: 100)
    let count = csqlite_read_start(file.path, &header, Int32(header.count))
    guard count == header.count, header.starts(with: Array("SQLite format 3".utf8) + [0]) else {
      return faults.append("\(file.path) is no database: restore a backup into another folder")
    }
    func number(at place: Int) -> Int64 { header[place..<place + 4].reduce(0) { $0 << 8 | Int64($1) } }
    let (mark, layout) = (number(at: 68), number(at: 60))
    // A new database is only in its write-ahead log at first.
    if mark == 0, file.usesWAL { return }
    guard mark != Backup.applicationID else {
      return faults.append("\(file.path) is a backup: make a folder of it with parlor-server restore")
    }
    guard mark == Schema.applicationID else {
      return faults.append("\(file.path) holds another program's data; choose another folder")
    }
    guard layout == Int64(Schema.version) else {
      return faults.append("the data in \(path) has \(Schema.difference(from: Int(layout)))")
    }
    checkCluster(file, isClusterNode)
  }

  private mutating func checkCluster(_ file: DatabaseFile, _ isClusterNode: Bool) {
    // A running server reports this itself, and changes the file meanwhile.
    guard user == nil else { return }
    do throws(DatabaseError) {
      let cluster = try MetaTable(Database(path: file.path, access: .unchanging)).cluster()
      guard cluster != nil, !isClusterNode else { return }
      faults.append(
        "\(path) belongs to a cluster, whose other nodes may have gone on without it: start it with --cluster, or take "
          + "it out for good with --leave-cluster")
    } catch  where error.isDamage && !file.usesWAL {
      faults.append("the data in \(path) is damaged (\(error.message)); restore a backup into another folder")
    } catch  where file.usesWAL {
      // A server was killed during a checkpoint: the next start continues it.
    } catch {
      warnings.append("\(file.path) cannot be read: \(error.message)")
    }
  }
}
