import GameProcess
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The programs that the tests play with.
enum Programs {
  /// The repository's folder.
  static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  static let python = isInstalled("python3")
  static let node = isInstalled("node")

  static func isInstalled(_ program: String) -> Bool { (try? ProgramCommand([program])) != nil }

  static let hangman = ["python3", "\(root)/Clients/Python/hangman.py"]
  static let battleship = ["python3", "\(root)/Clients/Python/battleship.py"]
  static let connectFour = ["node", "\(root)/Clients/Node/connectfour.js"]
}

/// Lines that a program's log has received.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  var log: @Sendable (String) -> Void { { line in self.lines.withLock { $0.append(line) } } }
}
