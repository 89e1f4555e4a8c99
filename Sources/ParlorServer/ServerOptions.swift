import GameKit
import HTTPWire
import LineServer
import ParlorCore
import Storage
import WireProtocol

/// The command line and the environment. Every flag is also a variable: `--port` is `PARLOR_PORT`.
struct ServerOptions {
  var host = "127.0.0.1"
  var port: UInt16 = 7770
  /// The data folder, relative to the working directory; `:memory:` for none.
  var data = "parlor-data"
  var durability = Durability.process
  /// The start of the server's clock; `nil` for the real time.
  var clock: Instant?
  var zone = "UTC"
  var seasonKey: String?
  var limits = Limits()
  var resources: String?
  var autoShare = false
  /// The names of the operator's own bots.
  var houseBots: [String] = []
  /// Whether passwords are accepted from other machines without TLS.
  var allowsPlainPasswords = false
  /// Challenge files for WordSearch.
  var challengeFiles: [String] = []
  /// Programs of games in other processes.
  var gameFiles: [String] = []
  /// Games of this program that run in processes of their own.
  var isolatedGames: [String] = []
  /// Whether ``gameFiles`` run even if the system cannot confine them.
  var trustsGames = false
  /// The time limit for an answer of a game in another process, in milliseconds.
  var gameBudget = defaultGameBudget
  static let defaultGameBudget = 100
  /// The bounds of ``gameBudget``.
  private static let gameBudgets = 10...60_000

  /// Reads ``gameBudget``.
  static func gameBudget(_ value: String) throws(UsageError) -> Int {
    guard let budget = Int(value), gameBudgets.contains(budget) else {
      throw UsageError(message: "--game-budget takes milliseconds from 10 to 60000, not \"\(value)\"")
    }
    return budget
  }

  /// Settings of the dailies by game, in the given order.
  var dailySettings: [(game: String, setting: String, value: JSON)] = []
  var logFormat = LogFormat.text
  /// The log's file; `nil` for standard output.
  var logFile: String?
  /// The HTTP port; `nil` for no HTTP.
  var httpPort: UInt16?
  var httpHost = "127.0.0.1"
  /// The token for changes of the score list; `nil` for the one in the data folder.
  var httpToken: String?
  /// Host names for HTTP besides those of loopback.
  var httpAllowedHosts: [HTTPHost] = []

  /// Addresses whose connections begin with a PROXY header.
  var balancers: [AddressRange] = []
  /// Listening descriptors from a service manager.
  var listeners = Listeners()
  /// The path of the console's socket, or `none`; `nil` for the default in the data folder.
  var adminSocket: String?
  /// The cluster's options; `nil` for a single server.
  var cluster: ClusterOptions?
  /// Whether a folder is taken out of its cluster.
  var leavesCluster = false

  /// The seconds after which clients should return to a stopping server; at once if a service manager holds the
  /// sockets, where connections wait for the next server.
  var backInSeconds: Int {
    let isHeld = listeners.lines != nil && (httpPort == nil || listeners.http != nil)
    return isHeld ? 0 : 5
  }

  /// The listening descriptor of each port; `nil` if the server binds the port itself.
  struct Listeners {
    var lines: Int32?
    var http: Int32?
    var links: Int32?
  }

  /// The command of a command line.
  enum Command {
    case run(ServerOptions)
    /// Lists the reasons why a start would fail; faults in flags and variables are already known.
    case check(ServerOptions, faults: [String])
    /// Checks a replay offline.
    case replay(file: String, resources: String?)
    /// Replays matches for ``RestoreGuard``.
    case tryMatches(resources: String?)
    /// Runs the process of an isolated game.
    case serveGame(name: String, resources: String?)
    /// Checks that opened puzzles match their commitments.
    case verify(files: [String])
    /// Prints the log of a data folder.
    case log(data: String, withSecrets: Bool)
    /// Sets a player's new password in the data of a stopped server.
    case resetPassword(name: String, isGiven: Bool, ServerOptions)
    /// Copies a data folder into one file, whether a server uses it or not.
    /// - Parameter keeping: the number of backups that the folder keeps; `nil` for all.
    case backup(file: String, keeping: Int?, ServerOptions)
    /// Checks a backup.
    case verifyBackup(file: String)
    /// Creates a data folder from a backup.
    case restore(file: String, ServerOptions)
    /// Sends commands to a running server's console.
    case admin(AdminCommand)
    /// Prints the state of a cluster.
    case cluster(ClusterOptions)
    /// Writes new challenges for WordSearch as a challenge file.
    case challenges(settings: [String], resources: String?)
    /// Checks a game's program, or creates one.
    case game(GameCommand)
    case help
    /// Prints the console's help.
    case adminHelp
    case version
  }

  /// An invalid flag or value, as a sentence. The exit status is 64, `EX_USAGE` of sysexits.
  struct UsageError: Error {
    let message: String
  }

  /// A flag: its name, its value, its purpose, and its effect.
  struct Flag {
    let name: String
    let value: String
    let summary: String
    /// The value of the flag without one: `--auto-share` is `--auto-share yes`.
    var alone: String?
    /// Whether it can be repeated; in its variable, values are separated by commas.
    var isList = false
    let apply: @Sendable (inout ServerOptions, String) throws(UsageError) -> Void

    var variable: String { "PARLOR_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 }) }
  }

  /// Reads the environment, then the command line, which overrides it.
  static func parse(
    _ arguments: some Sequence<String>, environment: [(name: String, value: String)]
  ) throws(UsageError) -> Command {
    var rest = Array(arguments)[...]
    if rest.first == "admin", rest.dropFirst().first == "--help" || rest.dropFirst().first == "-h" { return .adminHelp }
    // Flags after the command belong to the game's program.
    if rest.first == "check-game", let game = try GameCommand.parse(rest) { return .game(game) }
    if rest.first == "help" || rest.contains("--help") || rest.contains("-h") { return .help }
    if !isCommand(Array(rest)), rest.contains("--check") { return check(rest.filter { $0 != "--check" }, environment) }
    var options = ServerOptions()
    for flag in flags { try options.apply(flag, from: environment) }
    if let check = try offlineCheck(&rest, options) { return check }
    while let argument = rest.popFirst() {
      switch argument {
      case "--version": return .version
      default: try apply(argument, &rest, to: &options)
      }
    }
    try options.checkCluster()
    return .run(options)
  }

  /// Reads everything and collects all faults instead of stopping at the first.
  private static func check(_ arguments: [String], _ environment: [(name: String, value: String)]) -> Command {
    var options = ServerOptions()
    var faults: [String] = []
    func trying(_ body: () throws(UsageError) -> Void) {
      do throws(UsageError) { try body() } catch { faults.append(error.message) }
    }
    for flag in flags { trying { () throws(UsageError) in try options.apply(flag, from: environment) } }
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let count = faults.count
      trying { () throws(UsageError) in try apply(argument, &rest, to: &options) }
      // The value of an unknown flag is not a fault of its own.
      if faults.count > count, isUnknown(argument), rest.first?.hasPrefix("-") == false { rest.removeFirst() }
    }
    trying { () throws(UsageError) in try options.checkCluster() }
    return .check(options, faults: faults)
  }

  private static func isUnknown(_ argument: String) -> Bool {
    argument.hasPrefix("--") && !argument.contains("=") && !flags.contains { "--" + $0.name == argument }
  }

  private mutating func apply(
    _ flag: Flag, from environment: [(name: String, value: String)]
  ) throws(UsageError) {
    guard let entry = environment.first(where: { $0.name == flag.variable }) else { return }
    // A list takes several in one variable: PARLOR_LIMIT="burst=50,commands_per_s=20".
    let values = flag.isList ? entry.value.split(separator: ",").map(String.init) : [entry.value]
    do {
      for value in values { try flag.apply(&self, value) }
    } catch {
      throw UsageError(message: "in the environment, \(flag.variable): \(error.message)")
    }
  }

  /// Sentences about variables that are almost a flag's. Other variables with the prefix belong to clients and tests.
  static func unknownVariables(_ names: [String]) -> [String] {
    let known = flags.map(\.variable)
    return names.filter { $0.hasPrefix("PARLOR_") && !known.contains($0) }.compactMap { name in
      Spelling.nearest(to: name, among: known.map { $0.lowercased() }, allowed: { max(1, ($0 - 7) / 4) }).map {
        "in the environment, \(name) is not a setting and is ignored; did you mean \($0.uppercased())?"
      }
    }
  }

  private static let verbs =
    [
      "replay", "verify", "log", "challenges", "cluster", "reset-password", "backup", "verify-backup", "restore",
      "admin",
    ] + GameCommand.verbs

  /// Whether the arguments are a command other than running a server.
  static func isCommand(_ arguments: [String]) -> Bool {
    arguments.first.map { verbs.contains($0) || $0 == ReplayTrial.verb || $0 == HostedGames.verb } ?? false
  }

  /// Parses commands of ``verbs``, which need no server.
  private static func offlineCheck(
    _ arguments: inout ArraySlice<String>, _ options: ServerOptions
  ) throws(UsageError) -> Command? {
    guard let verb = arguments.first, isCommand([verb]) else { return nil }
    var options = options
    var files: [String] = []
    arguments.removeFirst()
    if let game = try GameCommand.parse([verb] + arguments) { return .game(game) }
    if verb == "admin" { return .admin(try adminCommand(&arguments, options)) }
    var withSecrets = false
    var target: String?
    var keeping: Int?
    while let argument = arguments.popFirst() {
      if verb == "log", argument == "--secrets" {
        withSecrets = true
      } else if verb == "backup", argument == "--to" || argument.hasPrefix("--to=") {
        target = argument == "--to" ? arguments.popFirst() : String(argument.dropFirst(5))
      } else if verb == "backup", argument == "--keep" || argument.hasPrefix("--keep=") {
        let value = argument == "--keep" ? arguments.popFirst() ?? "" : String(argument.dropFirst(7))
        guard let count = Int(value), (1...100_000).contains(count) else {
          throw UsageError(message: "--keep takes the number of backups to keep, at least 1, not \"\(value)\"")
        }
        keeping = count
      } else if argument.hasPrefix("--") {
        try apply(argument, &arguments, to: &options)
      } else {
        files.append(argument)
      }
    }
    if verb == ReplayTrial.verb { return .tryMatches(resources: options.resources) }
    if verb == HostedGames.verb { return .serveGame(name: files.first ?? "", resources: options.resources) }
    if let command = try backupCommand(verb, files, target, keeping, options) { return command }
    if verb == "log" {
      guard files.isEmpty else { throw UsageError(message: "log takes no file: --data selects the data") }
      return .log(data: options.data, withSecrets: withSecrets)
    }
    if verb == "cluster" {
      guard let cluster = options.cluster, !cluster.endpoints.isEmpty, files.isEmpty else {
        throw UsageError(message: "cluster needs --cluster with the address of an etcd")
      }
      return .cluster(cluster)
    }
    if verb == "challenges" { return .challenges(settings: files, resources: options.resources) }
    if verb == "reset-password" {
      guard let name = files.first, files.count == 1 || files.dropFirst() == ["-"] else {
        throw UsageError(message: "reset-password needs a name, and - if the password comes from standard input")
      }
      return .resetPassword(name: name, isGiven: files.count == 2, options)
    }
    if verb == "verify" {
      guard !files.isEmpty else { throw UsageError(message: "verify needs files with messages of a server") }
      return .verify(files: files)
    }
    guard files.count == 1 else { throw UsageError(message: "replay needs one file, or - for standard input") }
    return .replay(file: files[0], resources: options.resources)
  }

  private static func backupCommand(
    _ verb: String, _ files: [String], _ target: String?, _ keeping: Int?, _ options: ServerOptions
  ) throws(UsageError) -> Command? {
    switch verb {
    case "backup":
      guard files.isEmpty, let target, !target.isEmpty, target != "-" else {
        throw UsageError(
          message: "backup needs --to: a file that is not there yet, or a folder, which gets one named by the time. "
            + "It is verified before it has its name, so that it cannot go to standard output")
      }
      return .backup(file: target, keeping: keeping, options)
    case "verify-backup":
      guard files.count == 1 else { throw UsageError(message: "verify-backup needs one file made by backup") }
      return .verifyBackup(file: files[0])
    case "restore":
      guard files.count == 1 else {
        throw UsageError(
          message: "restore needs one file made by backup, and --data with a folder that does not exist")
      }
      return .restore(file: files[0], options)
    default: return nil
    }
  }

  /// `admin [--data DIR] [--json] [COMMAND …]`: the command begins with the first word that is no flag.
  private static func adminCommand(
    _ arguments: inout ArraySlice<String>, _ options: ServerOptions
  ) throws(UsageError) -> AdminCommand {
    var options = options
    var isJSON = false
    while arguments.first?.hasPrefix("--") == true, let argument = arguments.popFirst() {
      if argument == "--json" {
        isJSON = true
      } else {
        try apply(argument, &arguments, to: &options)
      }
    }
    if arguments.count > 1, arguments.last == "--json" {
      isJSON = true
      arguments.removeLast()
    }
    guard let path = options.adminSocketPath else {
      throw UsageError(message: "admin needs --data, or --admin-socket with the console's socket")
    }
    let command = arguments.joined(separator: " ")
    return AdminCommand(path: path, command: command.isEmpty ? nil : command, isJSON: isJSON)
  }

  /// The path of the console's socket; `nil` for none.
  var adminSocketPath: String? {
    if let adminSocket { return adminSocket == "none" ? nil : adminSocket }
    return data == ":memory:" ? nil : data + "/admin.sock"
  }

  private static func apply(
    _ argument: String, _ rest: inout ArraySlice<String>, to options: inout ServerOptions
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard argument.hasPrefix("--"), let flag = flags.first(where: { "--" + $0.name == parts[0] }) else {
      let near = Spelling.nearest(to: parts[0], among: verbs + ["--check"] + flags.map { "--" + $0.name })
      throw UsageError(
        // The text after "=" may be a secret, and this is a line of the log.
        message: "unknown argument \"\(argument.hasPrefix("-") ? parts[0] : argument)\"; "
          + (near.map { "did you mean \($0)?" } ?? "see --help"))
    }
    if parts.count == 2 { return try flag.apply(&options, parts[1]) }
    if let alone = flag.alone { return try flag.apply(&options, alone) }
    guard let value = rest.popFirst() else {
      throw UsageError(message: "--\(flag.name) needs a value: \(flag.value)")
    }
    try flag.apply(&options, value)
  }
}
