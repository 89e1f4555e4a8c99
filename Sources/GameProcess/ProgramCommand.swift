/// The command line of a game's program: `python3 hangman.py`, or `./hangman.py` alone.
public struct ProgramCommand: Hashable, Sendable {
  /// The command line as given.
  public let words: [String]
  /// The canonical path of the executable.
  private(set) var path: String
  /// The arguments for `execve`, starting with the program's name.
  private(set) var arguments: [String]
  /// The working directory: the folder of the game's file.
  let directory: String
  /// Additional readable folders, as given.
  let reading: [String]
  /// Paths that it may read besides the system's.
  private(set) var readable: [String]
  /// Paths that it may not read, even below a readable one.
  let hidden: [String]

  /// Resolves the program and the game's file.
  ///
  /// - Parameters:
  ///   - words: a program, looked up in `PATH`, and its arguments. The interpreter of a single file that is not
  ///     executable is chosen by the file's extension.
  ///   - reading: folders that the program may read besides its own.
  ///   - hiding: files and folders that the program must not read, such as the server's data.
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
      FileSystem.isDirectory(argument) ? nil : FileSystem.resolved(argument)
    }
    self.path = path
    // An unresolved name: interpreters locate their own files by it.
    arguments =
      [found] + full.dropFirst().map { FileSystem.isDirectory($0) ? $0 : FileSystem.resolved($0) ?? $0 }
    directory = FileSystem.folder(of: files.first ?? path)
    readable = Self.distinct(
      files.prefix(1).map(FileSystem.folder) + files.dropFirst() + [Self.home(of: path), Self.home(of: found)]
        + reading.compactMap(FileSystem.resolved))
    hidden = hiding.map(FileSystem.resolvedOrMissing)
  }

  /// The name in log lines: the last component of ``file``.
  public var name: String {
    String(file[(file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex)...])
  }

  /// The game's file; the executable if there is none.
  var file: String { arguments.dropFirst().first { $0.hasPrefix("/") } ?? path }

  /// The same command with the game's file in another folder. The working directory stays.
  func moved(to folder: String) -> ProgramCommand {
    var moved = self
    let copy = "\(folder)/\(name)"
    if path == file { moved.path = copy }
    moved.arguments = arguments.map { $0 == file ? copy : $0 }
    moved.readable.append(folder)
    return moved
  }

  private static func withInterpreter(_ words: [String]) -> [String] {
    guard words.count == 1, let file = words.first, !FileSystem.isExecutable(file), FileSystem.resolved(file) != nil
    else { return words }
    return interpreter(of: file).map { [$0, file] } ?? words
  }

  /// The interpreter of a file, by its extension.
  private static func interpreter(of file: String) -> String? {
    if file.hasSuffix(".py") { return "python3" }
    return file.hasSuffix(".js") || file.hasSuffix(".mjs") ? "node" : nil
  }

  /// Searches `PATH`. Folders named `shims` come last: their programs start others, which fails in the sandbox.
  private static func find(_ program: String) -> String? {
    if program.contains("/") { return FileSystem.isExecutable(program) ? program : nil }
    let folders = (FileSystem.environment("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(
      String.init)
    let ordered = folders.filter { !$0.hasSuffix("/shims") } + folders.filter { $0.hasSuffix("/shims") }
    return ordered.lazy.map { "\($0)/\(program)" }.first(where: FileSystem.isExecutable)
  }

  private static func whyNotFound(_ program: String) -> String {
    guard program.contains("/") else {
      return interpreter(of: program) == nil ? "there is no program \(program)" : "there is no file \(program)"
    }
    guard FileSystem.resolved(program) != nil else { return "there is no file \(program)" }
    return FileSystem.isDirectory(program)
      ? "it is a folder" : "it is not executable: chmod +x, or name its interpreter"
  }

  /// The installation folder of a program: `/opt/python` for `/opt/python/bin/python3`.
  private static func home(of program: String) -> String {
    let folder = FileSystem.folder(of: program)
    return folder.hasSuffix("/bin") ? FileSystem.folder(of: folder) : folder
  }

  private static func distinct(_ paths: [String]) -> [String] {
    var kept: [String] = []
    for path in paths where path != "/" && path.hasPrefix("/") && !kept.contains(path) { kept.append(path) }
    return kept
  }

  /// The program's environment; the server's is not inherited.
  static let environment = [
    "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1",
    "PYTHONUTF8=1",
    "SWIFT_BACKTRACE=enable=no",
  ]
}
