import LineServer
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `parlor-server admin`: the console of a running server, over its local socket.
struct AdminCommand {
  /// The socket's path.
  let path: String
  /// The command; `nil` to read commands from standard input.
  let command: String?
  /// Whether answers are printed as JSON lines.
  let isJSON: Bool

  /// Runs the command or commands.
  ///
  /// - Returns: the exit status: 0 if all succeeded, 1 if one was refused, 69 if no server answers.
  func run() -> Int32 {
    let client: LocalClient
    do {
      client = try LocalClient(path: path)
    } catch {
      Self.complain(error.connectSentence)
      return 69
    }
    guard let hello = client.readLine(), Self.field("type", of: hello) == "hello" else {
      Self.complain(
        "\(path) refused the connection: the console is for the server's user and root, and for "
          + "\(LocalSocketConfiguration.mostConnections) at a time")
      return 69
    }
    var conversation = Conversation(client: client, isJSON: isJSON)
    if let command, command.split(separator: " ").first == "drain" {
      guard let minutes = Self.drainMinutes(command) else {
        Self.complain("usage: drain [MINUTES], from 1 to 1440")
        return 1
      }
      return conversation.drain(within: minutes)
    }
    if let command { return conversation.ask(command) ? 0 : conversation.isOver ? 69 : 1 }
    return conversation.talk()
  }

  /// What `parlor-server admin --help` prints.
  static var help: String {
    let intro = [
      "usage: parlor-server admin [--data DIR] [--admin-socket PATH] [--json] [COMMAND …]", "",
      "The console of a server that runs on this machine, for the user that it runs as and for root: does what the command",
      "says, or what is typed, one command a line, until quit. With --json it prints the lines of the protocol, and takes them.",
      "The status is 0 where all was done, 1 where something was refused, 69 where no server answers.", "",
      "drain [MINUTES] lets no matches begin (maintenance on), and waits until none runs, 10 minutes at most unless it",
      "says otherwise: 0 where none runs, 1 where some do still, or where maintenance was called off meanwhile. One that is",
      "interrupted leaves maintenance on for the time that is left and five minutes, and says how to end it.", "",
      "What lasts, lasts for \(Term.forms), which is usual. Times are in UTC.", "",
    ]
    let commands = RequestTable.rows.filter(\.isForStaff).flatMap { row in
      // At the console the slash is not needed.
      row.textForms.compactMap(\.usage).flatMap { $0.split(separator: ", ") }.map { "  \($0.drop { $0 == "/" })" }
        + ["        \(row.summary)"]
    }
    return (intro + commands).joined(separator: "\n")
  }

  /// The minutes that `drain` waits; `nil` if they are invalid.
  private static func drainMinutes(_ command: String) -> Int? {
    let words = command.split(separator: " ")
    guard words.count <= 2 else { return nil }
    return words.count == 1 ? 10 : Int(words[1]).flatMap { (1...1440).contains($0) ? $0 : nil }
  }

  fileprivate static func complain(_ sentence: String) { ServerLog.print("parlor-server: \(sentence)", to: 2) }

  fileprivate static func field(_ key: String, of line: [UInt8]) -> String? {
    (try? JSON(parsing: line))?[key]?.stringValue
  }
}

/// Sends commands and prints answers, one after the other.
private struct Conversation {
  let client: LocalClient
  let isJSON: Bool
  /// Whether the server has closed the connection.
  var isOver = false
  private var asked = 0

  init(client: LocalClient, isJSON: Bool) {
    self.client = client
    self.isJSON = isJSON
  }

  /// Sends a command, and prints its answer and earlier events.
  ///
  /// - Returns: whether it succeeded.
  mutating func ask(_ command: String) -> Bool {
    asked += 1
    let (request, id) = request(command)
    guard client.send(request.text.utf8) else { return end() }
    while let line = client.readLine() {
      let message = try? JSON(parsing: line)
      show(line, message)
      let isError = message?["type"]?.stringValue == "error"
      // A command that the server cannot parse is refused without a number.
      if message?["re"]?.text == id.text || isError && message?["re"] == nil {
        return nextPage(after: message).map { ask($0) } ?? !isError
      }
    }
    return end()
  }

  /// A command as a request; with `--json`, complete requests can be typed too.
  private func request(_ command: String) -> (JSON, id: JSON) {
    if isJSON, command.hasPrefix("{"), var request = (try? JSON(parsing: Array(command.utf8)))?.objectValue {
      let id = request["id"] ?? .int(asked)
      request["id"] = id
      return (.object(request), id)
    }
    return (["type": "command", "id": .int(asked), "text": .string(command)], .int(asked))
  }

  /// Prevents new matches, and waits for those in progress.
  ///
  /// - Returns: the exit status: 0 when none is in progress, 1 if some still are after that many minutes.
  mutating func drain(within minutes: Int) -> Int32 {
    // Maintenance lasts longer than the wait, because the restart comes right after.
    Interruption.explain()
    guard ask("maintenance on \(min(minutes + 5, 1440))") else { return isOver ? 69 : 1 }
    var last: Int?
    for _ in 0..<minutes * 60 {
      guard let (running, isOn, status) = running() else {
        _ = end()
        AdminCommand.complain("if the server still runs, maintenance is on: \(Interruption.remedy)")
        return 69
      }
      guard isOn else {
        AdminCommand.complain("maintenance was turned off meanwhile: drain stopped waiting, and matches begin again")
        return 1
      }
      if running != last {
        ServerLog.print(isJSON ? status : running == 1 ? "1 match runs" : "\(running) matches run")
      }
      if running == 0 { return 0 }
      last = running
      sleep(1)
    }
    AdminCommand.complain("matches still run; no new ones begin for five more minutes: \(Interruption.remedy)")
    return 1
  }

  /// The number of matches in progress, whether new ones are prevented, and the line that says so; `nil` if the server
  /// is gone.
  private mutating func running() -> (Int, isMaintenance: Bool, line: String)? {
    asked += 1
    guard client.send(JSON.object(["type": "status", "id": .int(asked)]).text.utf8) else { return nil }
    while let line = client.readLine() {
      guard let message = try? JSON(parsing: line), message["re"]?.intValue == asked else { continue }
      let counts = message["counts"]
      return counts?["running"]?.intValue.map { ($0, counts?["maintenance"] != nil, message.text) }
    }
    return nil
  }

  /// The request for the next page of an export: a person wants all of it. Programs ask for pages themselves.
  private func nextPage(after message: JSON?) -> String? {
    guard !isJSON, message?["type"]?.stringValue == "exported", let player = message?["player"]?.stringValue,
      let next = message?["next"]?.intValue
    else { return nil }
    return "export-player \(player) \(next)"
  }

  private mutating func end() -> Bool {
    if !isOver { AdminCommand.complain("the server has closed the connection") }
    isOver = true
    return false
  }

  private func show(_ line: [UInt8], _ message: JSON?) {
    if isJSON { return ServerLog.print(String(decoding: line, as: UTF8.self)) }
    if message?["type"]?.stringValue == "exported" {
      for record in message?["records"]?.arrayValue ?? [] { ServerLog.print(record.text) }
      return
    }
    let isError = message?["type"]?.stringValue == "error"
    guard let text = message?["drawn"]?.stringValue ?? message?["message"]?.stringValue ?? message?["text"]?.stringValue
    else { return }
    ServerLog.print(text, to: isError ? 2 : 1)
  }

  /// Runs typed commands until the end of the input, and prints events meanwhile.
  ///
  /// - Returns: the exit status.
  mutating func talk() -> Int32 {
    let isPerson = isatty(0) == 1
    var typed = TypedLines()
    var isAllDone = true
    prompt(isPerson)
    while !isOver {
      while client.hasLine, let line = client.readLine() { show(line, try? JSON(parsing: line)) }
      if let line = typed.next() {
        let command = line.trimmingBlanks
        if ["quit", "exit", "bye"].contains(command) { break }
        if !command.isEmpty { isAllDone = ask(command) && isAllDone }
        prompt(isPerson)
        continue
      }
      if typed.hasEnded { break }
      wait(&typed)
    }
    if isPerson { ServerLog.print("") }
    return isOver ? 69 : isAllDone ? 0 : 1
  }

  private func prompt(_ isPerson: Bool) {
    guard isPerson else { return }
    var text = "parlor> "
    text.withUTF8 { _ = write(1, $0.baseAddress, $0.count) }
  }

  /// Waits for typed input or a message of the server.
  private mutating func wait(_ typed: inout TypedLines) {
    var watched = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
      pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&watched, 2, -1) > 0 else { return }
    if watched[1].revents != 0, !client.readMore() { _ = end() }
    if watched[0].revents != 0 { typed.read() }
  }
}

/// What an interrupted `drain` prints: maintenance stays on until its time is over, since the operator may be about to
/// restart the server.
private enum Interruption {
  static let remedy = "\"parlor-server admin maintenance off\" allows new matches"
  private static let sentence: StaticString = """
    parlor-server: interrupted; maintenance stays on until its time is over: "parlor-server admin maintenance off" lets \
    matches begin again

    """

  /// Makes signals that end the process print this first, even if the parent process has blocked them. Only
  /// async-signal-safe functions are called.
  static func explain() {
    var signals = sigset_t()
    sigemptyset(&signals)
    defer { sigprocmask(SIG_UNBLOCK, &signals, nil) }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&signals, number)
      signal(number) { number in
        let text = Interruption.sentence
        _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
        _exit(128 + number)
      }
    }
  }
}

/// Lines of standard input.
private struct TypedLines {
  private var buffer: [UInt8] = []
  private(set) var hasEnded = false

  mutating func read() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { room in
      #if canImport(Darwin)
        let count = Darwin.read(0, room.baseAddress, room.count)
      #else
        let count = Glibc.read(0, room.baseAddress, room.count)
      #endif
      if count > 0 {
        buffer += room.prefix(count)
      } else if count == 0 || errno != EINTR {
        hasEnded = true
      }
    }
  }

  /// The next whole line; at the end, the rest.
  mutating func next() -> String? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else {
      guard hasEnded, !buffer.isEmpty else { return nil }
      defer { buffer = [] }
      return String(decoding: buffer, as: UTF8.self)
    }
    defer { buffer.removeSubrange(...end) }
    return String(decoding: buffer[..<end], as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let body = drop { $0.isWhitespace }
    return String(body.reversed().drop { $0.isWhitespace }.reversed())
  }
}
