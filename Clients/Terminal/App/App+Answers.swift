internal import ClientKit
internal import WireProtocol

/// Routes answers to screens, and handles those that concern the whole program.
extension App {
  mutating func take(_ answer: Answer, to question: Question) {
    switch answer {
    case .login(let login):
      if let login { take(login) }
      settle()
    case .commitments(let kept): if case .keepCommitments(_, _, let epoch) = question { take(kept, of: epoch) }
    case .sent:
      if case .sendDeck(let path, _) = question {
        shell.open(.page("Add \(path.split(separator: "/").last ?? "it")?", .request("import_preview")))
      }
    case .exported(let path): shell.tell("The words are in \(path) now.", for: 10)
    case .message(let message): take(message, to: question)
    }
  }

  private mutating func take(_ login: LoginAnswer) {
    (shell.name, shell.isLoggedIn) = (login.you, true)
    shell.tell("You are \(login.you).", for: 3)
    if let warning = login.warning, !shell.isWarned {
      shell.isWarned = true
      shell.tell("You are \(login.you). \(warning)", isBad: true, for: 20)
    }
    if !login.guestResults.isEmpty {
      let sentences = ["You are \(login.you)"] + login.guestResults.map(\.message)
      let isBad = login.guestResults.contains { !$0.isCarried }
      shell.tell(sentences.joined(separator: ". ") + ".", isBad: isBad, for: 20)
    }
  }

  private mutating func take(_ message: Message, to question: Question) {
    if take(account: message) || take(learning: message, to: question) { return }
    switch message.type {
    case "joined": if let joined = try? message.read(as: Joined.self) { enter(joined, question) }
    case "about": if let about = try? message.read(as: About.self) { take(about) }
    case "left": leave(question["room"] ?? message.json["room"]?.stringValue)
    case "theme": if let answer = try? message.read(as: ThemeAnswer.self) { take(answer.theme, to: question) }
    case "schema" where question.type == "schema":
      if let answer = try? message.read(as: SchemaAnswer.self), let game = answer.game {
        shell.settings[game] = Dialog.settings(in: answer.schema)
      }
    case "pairing": if let pairing = try? message.read(as: PairingAnswer.self) { take(pairing, message.drawn) }
    case "seek":
      shell.tell((message.drawn ?? "").split(separator: "\n").joined(separator: ". "), for: 10)
      shell.ask("seeks")
    case "rematch":
      guard let rematch = try? message.read(as: RematchAnswer.self) else { return }
      shell.rooms[rematch.room]?.receive(rematch, message.drawn ?? "")
    case "seeks":
      shell.seeks = try? message.read()
      if shell.place == .page || question.type == "command" { with(.page) { $0.take(message, to: question, &$1) } }
    case "pong": shell.tell("The server is there: it answered in \(max(0, shell.now - question.number)) ms.")
    case "help" where question.number > 0: take(help: shell.theme.plain(message.drawn ?? ""), to: question)
    case "stats" where question.number > 0:
      for (name, room) in shell.rooms where room.statsQuestion == question.number {
        shell.rooms[name]?.stats = try? message.read()
      }
    case "shared", "unshared", "reacted":
      let lines = (message.drawn ?? "").split(separator: "\n").filter { !Self.isGrid($0) }
      shell.tell(lines.joined(separator: " "), for: 10)
      refreshPage("shares")
    default:
      let room = message.json["room"]?.stringValue ?? question["room"]
      with(Self.place(of: message.type, room: room)) { $0.take(message, to: question, &$1) }
    }
  }

  private static func place(of type: String, room: String?) -> Place {
    switch type {
    case "rooms", "goal": .lobby
    case "moved", "move", "said", "say", "board", "who", "round", "muted", "tally", "poll", "poll_removed", "vote":
      .room(room ?? "")
    default: .page
    }
  }

  private mutating func enter(_ joined: Joined, _ question: Question) {
    if joined.room == KnownNames.channel { return shell.look("shares") }
    if shell.rooms[joined.room] == nil { shell.rooms[joined.room] = RoomModel(joined, at: shell.now) }
    if question.fields["day"] != nil || question["text"]?.contains(" day=") == true {
      shell.rooms[joined.room]?.isOfPastDay = true
    }
    if shell.renewed.remove(joined.room) != nil { return }
    // A late answer must not close a dialog that the user has opened since.
    let open = shell.dialog
    shell.go(to: .room(joined.room))
    shell.dialog = open
    if let game = joined.game { shell.askHelp(on: game) }
    if joined.mode == .practice, joined.state == .waiting { shell.ask("start", ["room": joined.room]) }
  }

  /// Handles the server's help in its text form: a title and lines. For a game, lines about commands are left out.
  private mutating func take(help text: String, to question: Question) {
    guard let topic = question["text"]?.split(separator: " ").last.map(String.init) else { return }
    let lines = text.split(separator: "\n").dropFirst().map { $0.trimmingPrefix(while: \.isWhitespace) }
    if topic == HelpView.commands { return shell.rules[topic] = lines.map(String.init) }
    func isTile(_ text: some StringProtocol) -> Bool { text.first.map { Tile(rawValue: $0) != nil } ?? true }
    // Sentences are wrapped; the meaning of each colour gets a line.
    shell.rules[topic] = lines.prefix { !$0.hasPrefix("/") }
      .flatMap { $0.split(separator: "   ") }.reduce(into: []) { rules, part in
        if isTile(part) || isTile(rules.last ?? "") {
          rules.append(String(part))
        } else {
          rules[rules.count - 1] += " " + part
        }
      }
  }

  private mutating func leave(_ room: String?) {
    if let room { shell.forget(room: room) }
    lobby.refresh(&shell)
  }

  private mutating func take(_ theme: Theme, to question: Question) {
    shell.theme = theme
    guard question.fields.isEmpty else {
      return shell.tell(
        shell.look == .signs
          ? "The theme is \(theme.rawValue): for what you copy, since colours are off."
          : "The theme is \(theme.rawValue). It is kept with your name.")
    }
    if !shell.preferences.isLookFixed { shell.show(theme) }
  }

  /// Commitments from earlier runs take precedence.
  private mutating func take(_ kept: [String: [String: String]], of epoch: String) {
    guard let hello = shell.hello, epoch == hello.epoch else { return }
    let heard = shell.commitments[hello.day] ?? [:]
    shell.commitments.merge(kept) { _, kept in kept }
    let changed = (kept[hello.day] ?? [:]).filter { heard[$0.key] != nil && heard[$0.key] != $0.value }.keys
    guard let game = changed.min() else { return }
    shell.tell("This server has changed what today's \(shell.title(of: game)) was committed to.", isBad: true, for: 20)
  }

  /// The player is identified: asks for the player's state and theme.
  mutating func settle() {
    shell.isSettled = true
    lobby.askGoal(&shell)
    lobby.refresh(&shell)
    refreshPage("languages")
    refreshPage("account")
    shell.ask("theme")
  }

  /// The player's data is gone: continues as a new guest.
  mutating func become(_ guest: String, _ sentence: String) {
    (shell.name, shell.isLoggedIn) = (guest, false)
    (shell.rooms, shell.path) = ([:], [.lobby])
    page = Page()
    lobby.forget()
    shell.tell(sentence, for: 10)
    lobby.refresh(&shell)
  }

  mutating func take(_ failure: Failure, of question: Question) {
    switch question {
    case .login:
      shell.tell(failure.message, isBad: true, for: 10)
      bringBack(refused: question)
    case .comeBack where failure.isOfLink:
      // The login is repeated on the next link.
      if shell.link.isOnline { shell.ask(question) } else { introduction = question }
    case .comeBack(_, let token, _):
      settle()
      let isKept = token == nil && failure.code == ErrorCode.badToken.rawValue
      let forgotten = "The server does not know any more who you were here: that is forgotten. You are a guest for now."
      shell.tell(isKept ? forgotten : failure.message, isBad: true, for: 15)
    case .keepCommitments: break
    case .sendDeck, .exportDeck:
      shell.tell(failure.message, isBad: true, for: 10)
      bringBack(refused: question)
    case .request(let type, let fields, _): take(failure, of: question, type, isAsking: fields.isEmpty)
    }
  }

  private mutating func take(_ failure: Failure, of question: Question, _ type: String, isAsking: Bool) {
    if type == "join", let room = question["room"] { shell.renewed.remove(room) }
    if submitted?.question == question { submitted?.box.takeUp(after: failure) }
    if shell.place == .page, page.isWaiting(for: question) {
      with(.page) { $0.take(failure, of: question, &$1) }
      return bringBack(refused: question)
    }
    switch type {
    // Requested by the program itself.
    case "command" where question.number > 0: shell.rules = shell.rules.filter { !$0.value.isEmpty }
    case "stats" where question.number > 0: break
    case "schema": if let game = question["game"] { shell.settings[game] = nil }
    // A server without themes draws in the default one.
    case "about", "seeks": break
    case "theme" where isAsking: break
    case "theme": shell.tell("The server does not keep it: \(failure.message)", isBad: true)
    case "rooms", "goal", "move", "say", "vote":
      with(Self.place(of: type, room: question["room"])) { $0.take(failure, of: question, &$1) }
    default:
      let words = question["text"]?.split(separator: " ").map(String.init) ?? []
      let typed = words.count == 2 && words[0] == "/join" ? words[1] : nil
      if let room = type == "command" ? typed : question["room"], failure.code == "wrong_code", question["code"] == nil
      {
        return shell.dialog = .code(of: room)
      }
      let isVague = failure.code == ErrorCode.whichRoom.rawValue && shell.rooms.count > 1
      shell.tell(isVague ? "In which room? Go there first, and type it there." : failure.message, isBad: true)
      bringBack(refused: question)
      if type == "command", let room = question["room"], let text = question["text"] {
        shell.rooms[room]?.takeBack(refused: text)
      }
    }
  }
}
