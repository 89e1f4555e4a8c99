internal import CTerminal
internal import ClientKit
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The loop of the full-screen client: waits in `poll` for keys, signals and events, and draws.
struct Loop {
  private var app: App
  private let client: Client
  private let saved: SavedPlayers
  private let mailbox: Mailbox
  private var screen: Terminal
  private var decoder = InputDecoder()
  private var escapeDeadline: ContinuousClock.Instant?
  private let start = ContinuousClock.now
  private var drawnAt: ContinuousClock.Instant?
  private var needsDrawing = true
  private var needsQuitting = false
  private var fatal: Int32?
  private var lanes: [String: Task<Void, Never>] = [:]

  init(app: App, client: Client, saved: SavedPlayers, mailbox: Mailbox, screen: Terminal) {
    (self.app, self.client, self.saved, self.mailbox, self.screen) = (app, client, saved, mailbox, screen)
  }

  /// Runs until the user quits or a signal ends it; returns the lines to print, and the signal.
  mutating func run() -> (linesAtExit: [String], signal: Int32?) {
    let client = self.client
    let mailbox = self.mailbox
    Task.detached {
      while let (event, text) = await client.nextEvent() { mailbox.post(.heard(event, text: text)) }
    }
    screen.take()
    resize()
    while !needsQuitting {
      wait()
      for event in mailbox.take() { update(event) }
      if let deadline = escapeDeadline, deadline <= .now {
        escapeDeadline = nil
        for input in decoder.giveUpWaiting() { update(.input(input)) }
      }
      drawIfDue()
    }
    screen.giveBack()
    return (app.linesAtExit, fatal)
  }

  /// Waits until the last requests are answered, in order; at most five seconds, and not at all without a link.
  func finish() async {
    guard app.link.isOnline else { return }
    let limit = Task { [client] in
      try await Task.sleep(for: .seconds(5))
      await client.close()
    }
    for task in lanes.values { await task.value }
    limit.cancel()
  }

  private mutating func update(_ event: AppEvent) {
    app.now = (ContinuousClock.now - start).milliseconds
    for effect in app.update(event) { carryOut(effect) }
    needsDrawing = true
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .ask(let question):
      let (client, saved, mailbox) = (self.client, self.saved, self.mailbox)
      let before = question.lane.flatMap { lanes[$0] }
      let task = Task.detached {
        await before?.value
        mailbox.post(.answered(question, await Backend.ask(question, of: client, keptIn: saved)))
      }
      if let lane = question.lane { lanes[lane] = task }
    case .copy(let text): screen.send(Clipboard.sequence(text))
    case .keep(let theme): try? SavedSettings(beside: saved).keep(theme?.rawValue, as: "theme")
    case .forget(let player): try? saved.forget(player)
    case .suspend: suspend()
    case .redraw: screen.forget()
    case .retry: client.retryNow()
    case .quit: needsQuitting = true
    }
  }

  private mutating func wait() {
    var items = [
      pollfd(fd: 0, events: Int16(POLLIN), revents: 0), pollfd(fd: mailbox.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: screen.descriptor, events: screen.isBusy ? Int16(POLLOUT) : 0, revents: 0),
    ]
    let count = poll(&items, nfds_t(items.count), Int32(timeout))
    if count == 0 { update(.tick) }
    guard count > 0 else { return }
    if items[2].revents & Int16(POLLOUT) != 0 { screen.flush() }
    if items[1].revents != 0 { for signal in mailbox.signals() { take(signal) } }
    if items[0].revents != 0 { readKeys() }
  }

  private var timeout: Int {
    var waits = [app.nextChange ?? 60_000]
    if let escapeDeadline { waits.append((escapeDeadline - .now).milliseconds + 1) }
    if needsDrawing, !screen.isBusy, let drawnAt {
      waits.append((drawnAt + .milliseconds(16) - .now).milliseconds + 1)
    }
    return max(0, waits.min() ?? 60_000)
  }

  private mutating func drawIfDue() {
    guard needsDrawing, !screen.isBusy, drawnAt.map({ .now - $0 >= .milliseconds(16) }) ?? true else { return }
    app.now = (ContinuousClock.now - start).milliseconds
    screen.draw(app.frame())
    (drawnAt, needsDrawing) = (.now, app.isAnimating)
  }

  private mutating func readKeys() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(0, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else {
      // The terminal is gone.
      needsQuitting = true
      fatal = SIGHUP
      return
    }
    for input in decoder.feed(bytes[..<count]) { update(.input(input)) }
    escapeDeadline = decoder.isWaiting ? .now + .milliseconds(60) : nil
  }

  private mutating func take(_ signal: Int32) {
    switch signal {
    case SIGWINCH: resize()
    case SIGTSTP: suspend()
    case SIGCONT:
      screen.take()
      resize()
      update(.resumed)
    case SIGTERM, SIGINT, SIGHUP, SIGQUIT:
      (fatal, needsQuitting) = (signal, true)
    default: break
    }
  }

  private mutating func resize() {
    let size = Terminal.size
    screen.forget()
    update(.resized(width: size.width, height: size.height))
  }

  private mutating func suspend() {
    screen.giveBack()
    cterminal_suspend()
    // Resumed, or never suspended: an orphaned process group cannot be suspended.
    screen.take()
    resize()
  }
}
