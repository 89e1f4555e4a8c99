internal import CTerminal
internal import ClientKit
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor`: plays on a server, full-screen or line by line.
@main
enum TerminalCommand {
  static func main() async {
    let isTerminal = isatty(0) == 1 && isatty(1) == 1
    let options: Options
    do {
      options = try Options.parse(
        CommandLine.arguments.dropFirst(), environment: { getenv($0).map { String(cString: $0) } },
        isTerminal: isTerminal)
    } catch {
      fail(error.message, status: 64)
    }
    if options.wantsHelp { return print(Options.help) }
    if options.wantsVersion { return print(Options.version) }
    do {
      guard options.isPlain else {
        var behaviour = ClientOptions()
        (behaviour.staysWhenTakenOver, behaviour.wantsText) = (true, true)
        return await play(options, try Client.start(to: options.server, options: behaviour))
      }
      // A script needs the error at once instead of a retry.
      var loop = PlainLoop(options, try TextLink.connect(to: options.server))
      loop.run()
    } catch {
      fail(error.description, status: 69)
    }
  }

  private static func play(_ options: Options, _ client: Client) async {
    guard let mailbox = Mailbox(), let screen = Terminal(options, wake: mailbox.writeEnd) else {
      fail("there is no terminal to play on: try --plain", status: 69)
    }
    let saved = SavedPlayers()
    let settings = SavedSettings(beside: saved)
    var preferences = options.preferences
    if options.chosenTheme != nil || options.forgetsTheme {
      try? settings.keep(options.chosenTheme?.rawValue, as: "theme")
    } else if let kept = settings["theme"].flatMap(Theme.init(rawValue:)) {
      preferences.fix(kept)
    }
    var app = App(server: options.server.description, preferences: preferences)
    app.startOfClock = timeOfDay()
    var loop = Loop(app: app, client: client, saved: saved, mailbox: mailbox, screen: screen)
    let (linesAtExit, signal) = loop.run()
    for text in linesAtExit { print(text, terminator: "\n\n") }
    fflush(nil)
    if let signal {
      // The parent process sees the signal that ended it.
      cterminal_die(signal)
      exit(128 + signal)
    }
    // The last requests are answered, within five seconds.
    await loop.finish()
    await client.close()
  }

  /// The local time in seconds since midnight.
  private static func timeOfDay() -> Int? {
    var (now, parts) = (time(nil), tm())
    guard localtime_r(&now, &parts) != nil else { return nil }
    return Int(parts.tm_hour) * 3600 + Int(parts.tm_min) * 60 + Int(parts.tm_sec)
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    let bytes = Array("parlor: \(message)\n".utf8)
    _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    exit(status)
  }
}
