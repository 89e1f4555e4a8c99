import GameProcess
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Programs used by the tests.
enum Programs {
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  static let python = isInstalled("python3")
  static let node = isInstalled("node")

  static func isInstalled(_ program: String) -> Bool { (try? ProgramCommand([program])) != nil }

  static let hangman = ["python3", "\(root)/Clients/Python/hangman.py"]
  static let battleship = ["python3", "\(root)/Clients/Python/battleship.py"]
  static let connectFour = ["node", "\(root)/Clients/Node/connectfour.js"]
}

extension Programs {
  /// The path of a program of this build, in the folder of the test bundle or of that bundle's executable.
  static func built(_ name: String) -> String {
    var folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while folder.last == "MacOS" || folder.last == "Contents" || folder.last?.hasSuffix(".xctest") == true {
      folder.removeLast()
    }
    return folder.joined(separator: "/") + "/" + name
  }

  /// The text of a file of the repository.
  static func text(of path: String) -> String { text(at: "\(root)/\(path)") }

  static func text(at path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var byte = getc(file)
    while byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
      byte = getc(file)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A temporary folder, removed with the object.
  final class Folder {
    let path: String

    init() {
      var name = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/game-process-XXXXXX".utf8CString)
      path = mkdtemp(&name).map { String(cString: $0) } ?? ""
    }

    deinit {
      for name in names { unlink("\(path)/\(name)") }
      rmdir(path)
    }

    /// Whether the file existed.
    func remove(_ file: String) -> Bool { unlink(file) == 0 }

    private var names: [String] = []

    func write(_ text: String, to name: String) -> String {
      names.append(name)
      if let file = fopen("\(path)/\(name)", "w") {
        fputs(text, file)
        fclose(file)
      }
      return "\(path)/\(name)"
    }
  }
}

/// Collects log lines.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  var log: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
}
