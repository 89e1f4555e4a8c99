internal import Kernel
public import ParlorCore

extension SQLiteStorage {
  /// Reads the log of a folder, whether or not a server uses it: the entries that have not been trimmed yet.
  public static func readLog(in folder: String, _ body: (Entry) -> Void) throws(StorageFailure) {
    let file = DatabaseFile(folder: folder, name: "log.sqlite")
    guard file.exists else { throw StorageFailure(message: "there is no log in \(folder)") }
    do {
      try LogFile(Database(path: file.path, access: .reading), .process).forEach(body)
    } catch let error as DatabaseError {
      throw StorageFailure(opening: folder, error)
    } catch let failure as StorageFailure {
      throw failure
    } catch {
      throw StorageFailure(message: "\(error)")
    }
  }
}
