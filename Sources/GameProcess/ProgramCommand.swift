/// How a game's program is started: `python3 hangman.py`, or `./hangman.py` alone.
public struct ProgramCommand: Hashable, Sendable {
  /// The words as they were given.
  public let words: [String]
  /// The file to execute, without links.
  private(set) var path: String
  /// What the program is called with, its name first.
  private(set) var arguments: [String]
  /// The folder in which it runs: that of the game's file.
  let directory: String
  /// Folders that it may read besides its own, as they were given.
  let reading: [String]
  /// Paths that it may read besides the system's.
  private(set) var readable: [String]
  /// Paths that it may not read, wherever they are.
  let hidden: [String]

  /// Finds the program and the game's file.
  ///
  /// - Parameters:
  ///   - words: a program, looked for along `PATH`, and its arguments; of a single file that cannot be executed the
  ///     ending says what runs it.
  ///   - reading: folders that the program may read besides its own.
  ///   - hiding: files and folders of which the program must see nothing, such as the server's data.
  /// - Throws: ``ProgramFault/cannotStart(command:why:)``.
  public init(_ words: [String], reading: [String] = [], hiding: [String] = []) throws(ProgramFault) {
    (self.words, self.reading) = (words, reading)
    let full = Self.withInterpreter(words)
    let name = full.joined(separator: " ")
    guard let program = full.first, let found = Self.find(program), let path = FileSystem.resolved(found) else {
      throw .cannotStart(command: name.isEmpty ? "nothing" : name, why: Self.whyNotFound(full.first ?? ""))
    }
    if let script = full.dropFirst().first, Self.interpreter(of: script) != nil, FileSystem.resolved(script) == nil {
      throw .cannotStart(command: name, why: "there is no file \(script)")
    }
    let files = full.dropFirst().compactMap { argument in
      FileSystem.isFolder(argument) ? nil : FileSystem.resolved(argument)
    }
    self.path = path
    // The interpreter's name, which may be a link, tells it where its own files are.
    arguments =
      [found] + full.dropFirst().map { FileSystem.isFolder($0) ? $0 : FileSystem.resolved($0) ?? $0 }
    directory = FileSystem.folder(of: files.first ?? path)
    readable = Self.distinct(
      files.prefix(1).map(FileSystem.folder) + files.dropFirst() + [Self.home(of: path), Self.home(of: found)]
        + reading.compactMap(FileSystem.resolved))
    hidden = hiding.map(FileSystem.resolvedLater)
  }

  /// The game's name in sentences: its file, or the program.
  public var name: String {
    String(file[(file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex)...])
  }

  /// The game's file, or the program.
  var file: String { arguments.dropFirst().first { $0.hasPrefix("/") } ?? path }

  /// The same program, whose game's file lies in another folder. It runs where it ran.
  func moved(to folder: String) -> ProgramCommand {
    var moved = self
    let copy = "\(folder)/\(name)"
    if path == file { moved.path = copy }
    moved.arguments = arguments.map { $0 == file ? copy : $0 }
    moved.readable.append(folder)
    return moved
  }

  private static func withInterpreter(_ words: [String]) -> [String] {
    guard words.count == 1, let file = words.first, !FileSystem.isProgram(file), FileSystem.resolved(file) != nil
    else { return words }
    return interpreter(of: file).map { [$0, file] } ?? words
  }

  /// What runs a file, by its ending.
  private static func interpreter(of file: String) -> String? {
    if file.hasSuffix(".py") { return "python3" }
    return file.hasSuffix(".js") || file.hasSuffix(".mjs") ? "node" : nil
  }

  /// Looks along `PATH`. Folders named `shims`, whose programs start others, come last: in the sandbox they fail.
  private static func find(_ program: String) -> String? {
    if program.contains("/") { return FileSystem.isProgram(program) ? program : nil }
    let folders = (FileSystem.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(
      String.init)
    let ordered = folders.filter { !$0.hasSuffix("/shims") } + folders.filter { $0.hasSuffix("/shims") }
    return ordered.lazy.map { "\($0)/\(program)" }.first(where: FileSystem.isProgram)
  }

  private static func whyNotFound(_ program: String) -> String {
    guard program.contains("/") else {
      return interpreter(of: program) == nil ? "there is no program \(program)" : "there is no file \(program)"
    }
    guard FileSystem.resolved(program) != nil else { return "there is no file \(program)" }
    return FileSystem.isFolder(program) ? "it is a folder" : "it is not executable; chmod +x, or name what runs it"
  }

  /// Where a program's own files are: `/opt/python` of `/opt/python/bin/python3`.
  private static func home(of program: String) -> String {
    let folder = FileSystem.folder(of: program)
    return folder.hasSuffix("/bin") ? FileSystem.folder(of: folder) : folder
  }

  private static func distinct(_ paths: [String]) -> [String] {
    var kept: [String] = []
    for path in paths where path != "/" && path.hasPrefix("/") && !kept.contains(path) { kept.append(path) }
    return kept
  }

  /// What the program finds in its environment: nothing of the server's.
  static let environment = [
    "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1",
    "PYTHONUTF8=1",
    "SWIFT_BACKTRACE=enable=no",
  ]
}
