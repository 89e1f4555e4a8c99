internal import ClientKit
internal import WireProtocol

struct UsageError: Error {
  let message: String
}

struct Options: Sendable {
  var server = ServerAddress(host: "localhost")
  var preferences = Preferences()
  /// The requested theme, which is saved.
  var chosenTheme: Theme?
  var isPlain = false
  var wantsHelp = false
  var wantsVersion = false
  var depth = ColourDepth.indexed
  /// Whether to remove the saved theme.
  var forgetsTheme = false

  static let version = "parlor \(ParlorRelease.version)"

  static let help = """
    usage: parlor [HOST[:PORT]] [--FLAG]…

    Plays on a Parlor server, on this machine's port 7770 unless told otherwise.

      --tls              over TLS, on port 7779 unless told otherwise, by the program openssl, which has to be there. A
                         server whose certificate this machine does not trust is not talked to
      --name NAME        who you are: your results are kept under it. The token that proves it is kept in your
                         configuration folder, so that the next time needs no name
      --token TOKEN      come back as the player whose token this is
      --guest            a guest, even where a player has been kept
      --theme THEME      dark, light, contrast, or auto: dark or light as the terminal is. It is kept for the next time
      --dark, --light    the same as --theme dark, --theme light
      --contrast         colours that every eye can tell apart, and signs: [A] right, (a) elsewhere, ·a· not in it
      --no-color         signs without colours; also where NO_COLOR is set
      --no-animation     nothing moves by itself; also where PARLOR_NO_ANIMATION is set
      --plain            lines instead of a screen: for pipes and screen readers; also where the output is no
                         terminal or TERM is dumb
      --help, --version

    On the screen ? explains the keys.
    """

  static func parse(
    _ arguments: some Sequence<String>, environment: (String) -> String?, isTerminal: Bool
  ) throws(UsageError) -> Options {
    var options = Options()
    options.readEnvironment(environment, isTerminal: isTerminal)
    var rest = Array(arguments)[...]
    var server: String?
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      func value() throws(UsageError) -> String {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw UsageError(message: "\(parts[0]) needs a value")
        }
        return value
      }
      switch parts.first ?? "" {
      case "--name": options.preferences.name = try value()
      case "--token": options.preferences.token = try value()
      case "--tls": options.server.isSecure = true
      case "--guest": options.preferences.isGuest = true
      case "--contrast", "--dark", "--light": try options.choose(theme: String(argument.dropFirst(2)))
      case "--theme": try options.choose(theme: try value())
      case "--no-color", "--no-colour": (options.preferences.look, options.depth) = (.signs, .none)
      case "--no-animation": options.preferences.isAnimated = false
      case "--plain": options.isPlain = true
      case "--help", "-h": options.wantsHelp = true
      case "--version": options.wantsVersion = true
      default:
        guard !argument.hasPrefix("-"), server == nil else {
          throw UsageError(
            message: "there is no \"\(argument)\": a server is HOST:PORT, and --help lists what there is")
        }
        server = argument
      }
    }
    let text = server ?? ""
    guard let address = ServerAddress(text, isSecure: options.server.isSecure) else {
      throw UsageError(message: "\"\(text)\" is no address: parlor.example, localhost:7771 and [::1]:7770 are")
    }
    options.server = address
    return options
  }

  private mutating func choose(theme name: String) throws(UsageError) {
    forgetsTheme = name == Dialog.automatic
    if forgetsTheme { return }
    guard let theme = Theme(rawValue: name) else {
      throw UsageError(message: "there are three themes, dark, light and contrast, and auto")
    }
    preferences.fix(theme)
    chosenTheme = theme
  }

  private mutating func readEnvironment(_ environment: (String) -> String?, isTerminal: Bool) {
    func has(_ name: String) -> Bool { !(environment(name) ?? "").isEmpty }
    let terminal = environment("TERM") ?? ""
    isPlain = !isTerminal || terminal == "dumb" || terminal.isEmpty
    // The first one that is set counts. If none is, as in many containers, terminals usually understand UTF-8.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }?.uppercased()
    preferences.isASCII = locale.map { !$0.contains("UTF-8") && !$0.contains("UTF8") } ?? false
    let colours = environment("COLORTERM") ?? ""
    depth = colours == "truecolor" || colours == "24bit" || terminal.hasSuffix("-direct") ? .full : .indexed
    if has("NO_COLOR") { (preferences.look, depth) = (.signs, .none) }
    if has("PARLOR_NO_ANIMATION") { preferences.isAnimated = false }
  }
}
