import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// Why bytes are not a line.
public enum LineFault: Sendable {
  /// Longer than `line_bytes`; the rest was skipped.
  case tooLong
  /// A browser, or a health check.
  case http
}

extension Parlor {
  /// A line has arrived, without its newline. The bytes need to be valid during the call only.
  ///
  /// - Parameter stopwatch: microseconds on a monotonic clock, from any origin, which measures a bot's moves; without
  ///   it `now` does. An edge passes it always or never.
  public func receive(
    _ line: UnsafeRawBufferPointer, from id: SessionID, at now: Instant, stopwatch: Int64? = nil
  ) {
    advance(to: now)
    hub.clock.measure(stopwatch)
    guard let session = sessions[id], session.closing == nil else { return }
    hub.puzzles.asker = session.address
    defer { hub.puzzles.asker = nil }
    // Lines of a file are no commands, whatever they look like.
    if let consumer = session.typing.consumer {
      return consumer.take(line, server.context(of: session))
    }
    // A blank line keeps the connection alive and has no meaning.
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }) {
      if let refusal = tooFast(session) { hub.send(ErrorMessage(refusal), to: session, after: 0) }
      session.typing.paste?.takeBlankLine(server.context(of: session))
      return
    }
    if let paste = session.typing.paste {
      let context = server.context(of: session)
      if paste.take(line, context) { return }
      paste.end(context)
    }
    if line.first == UInt8(ascii: "{") {
      session.format = session.json.format
      session.json.isLast = true
      receiveJSON(line, from: session)
    } else if session.json.isLast, isStrayJSON(line) {
      let error = WireError(.badJSON, "A request is one JSON object a line, such as {\"type\":\"ping\"}")
      hub.send(ErrorMessage(tooFast(session) ?? error), to: session, after: 0)
    } else {
      session.format = .text
      session.json.isLast = false
      receiveText(line, from: session)
    }
  }

  /// Bytes have arrived that are not a line.
  public func refuse(_ fault: LineFault, from id: SessionID, at now: Instant) {
    advance(to: now)
    guard let session = sessions[id] else { return }
    switch fault {
    case .tooLong:
      session.typing.consumer?.dropLine()
      let error = WireError(
        .lineTooLong, "A line may have at most \(hub.limits.lineBytes) bytes; the rest of this one was skipped")
      hub.send(ErrorMessage(tooFast(session) ?? error), to: session, after: 0)
    case .http:
      let error = WireError(.notHTTP, "This port speaks lines of JSON or text, not HTTP: try nc")
      hub.send(ErrorMessage(error), to: session, after: 0)
    }
  }

  /// Whether a line is a JSON value other than an object, which is a program's mistake. Words are not, not even `true`.
  private func isStrayJSON(_ line: UnsafeRawBufferPointer) -> Bool {
    guard let first = line.first, "[\"-0123456789".utf8.contains(first) else { return false }
    do {
      try document.parse(line)
      return true
    } catch {
      return error.reason == .tooDeep
    }
  }

  private func receiveJSON(_ line: UnsafeRawBufferPointer, from session: Session) {
    do {
      try document.parse(line)
    } catch {
      let syntax = WireError(.badJSON, "This is not JSON: \(error.description)")
      let refusal = tooFast(session) ?? syntax
      return hub.send(ErrorMessage(refusal), to: session, after: 0)
    }
    // Requests beyond the rate are refused before they are parsed: finding the nearest known request, for instance,
    // takes as long as answering many. Only unstored moves have no such limit.
    let mayBeUnstored = parts.soloRooms.hasUnstored(session) && document.root["type"]?.isString("move") == true
    if !mayBeUnstored, let refusal = tooFast(session) {
      return hub.send(ErrorMessage(refusal), to: session, answering: Envelope.id(of: document), after: 0)
    }
    if answersPing(session) { return }
    let envelope = Envelope(document)
    if mayBeUnstored, !isUnstoredMove(envelope, of: session), let refusal = tooFast(session) {
      return hub.send(ErrorMessage(refusal), to: session, answering: envelope.id, after: 0)
    }
    switch envelope.call {
    case .success(let call): handle(call, SessionContext(parlor: self, session: session, re: envelope.id))
    case .failure(let error):
      // A session that may not send a request is told nothing about its form.
      let row = document.root["type"]?.string.flatMap { RequestTable.row(of: $0) }
      let refusal = row.map { row in
        owners[row] == nil ? Self.unknownType : session.may(row.needs, hub) ? error : Self.forbidden
      }
      hub.send(ErrorMessage(refusal ?? error), to: session, answering: envelope.id, after: 0)
    }
  }

  /// Answers a ping with at most an id. The most frequent request is answered without making a request and looking up a
  /// handler.
  private func answersPing(_ session: Session) -> Bool {
    let root = document.root
    guard root["type"]?.isString("ping") == true else { return false }
    let (members, re) = (root.count, Envelope.id(of: document))
    guard members == (re == nil ? 1 : 2) else { return false }
    hub.send(Pong(), to: session, answering: re, after: 0)
    return true
  }

  private func isUnstoredMove(_ envelope: Envelope, of session: Session) -> Bool {
    guard case .success(let call) = envelope.call else { return false }
    return parts.soloRooms.isUnstoredMove(call.request, of: session)
  }

  private func receiveText(_ line: UnsafeRawBufferPointer, from session: Session) {
    if var refusal = tooFast(session) {
      if let command = TextCommand.repeatable(line) { refusal.message += "; not done: \(command)" }
      return hub.send(ErrorMessage(refusal), to: session, after: 0)
    }
    do throws(WireError) {
      guard let text = String(validating: line, as: UTF8.self) else {
        throw WireError(.badText, "This line is not valid UTF-8")
      }
      // Passwords are never judged here: what a keyboard writes is composed, whatever it is.
      let isShort = text.utf8.count <= 2 * Password.mostBytes
      let isAccount = isShort && text.hasPrefix("/") && TextCommand(text.dropFirst())?.takesPassword == true
      let clean = try CleanText.line(
        text, as: "A line", maximum: hub.limits.typedCharacters, composable: isAccount ? Password.mostBytes : nil)
      hub.isTyped = true
      defer { hub.isTyped = false }
      try parts.textFront.handle(clean, server.context(of: session))
    } catch {
      hub.send(ErrorMessage(error), to: session, after: 0)
    }
  }

  /// Counts a command. One beyond the rate is refused, and the session is not read until the next one is allowed:
  /// refused requests cost no more than executed ones. Pending queries count until they are answered.
  private func tooFast(_ session: Session) -> WireError? {
    let (burst, perSecond) =
      session.player.isBot
      ? (hub.limits.botBurst, hub.limits.botCommandsPerSecond) : (hub.limits.burst, hub.limits.commandsPerSecond)
    if session.player.isBot { session.rateLimit.raise(to: burst) }
    let sentence: String
    let wait: Int
    if session.isOperator, session.pending.count < burst { return nil }
    if session.pending.count >= burst {
      sentence = "\(session.pending.count) of your questions are not answered yet: wait for an answer"
      wait = max(1, 1000 / max(1, perSecond))
    } else if let limited = session.rateLimit.take(burst: burst, perSecond: perSecond, now: hub.now) {
      sentence = "at most \(Drawing.count(perSecond, "command", "commands")) a second"
      wait = limited
    } else {
      return nil
    }
    hub.effects.pause(session.id, milliseconds: wait)
    return WireError(.tooFast, "Too fast: \(sentence)", retryAfterMilliseconds: wait)
  }

  /// Executes a request: exactly one message answers it.
  ///
  /// - Parameters:
  ///   - fetched: what was fetched for it, if it has run before.
  ///   - advised: converts a refusal for a person who typed the request.
  /// - Returns: whether it was not refused at once.
  @discardableResult
  func handle(
    _ call: RequestCall, _ context: SessionContext, fetched: Fetched = Fetched(),
    advised: @escaping (WireError) -> WireError = { $0 }
  ) -> Bool {
    let (session, owner) = (context.session, owners[call.row])
    if case .typedLine? = owner, let command = call.request as? Request.Command {
      return parts.textFront.handleCommand(command, context)
    }
    // The refusal of an unstored move does not wait for the disk either.
    let isUnstoredMove = parts.soloRooms.isUnstoredMove(call.request, of: session)
    var refusal: WireError?
    // A refusal depends on the state it was decided by, which may not be durable yet.
    var readTicket: CommitTicket = 0
    let run = parts.fetcher.run(with: fetched) {
      do throws(WireError) {
        guard let owner else { throw Self.unknownType }
        if !isUnstoredMove { try require(call.row.needs, of: session) }
        if case .core(let handler) = owner { return try handler.body(call.request, context) }
        guard let answer = try answerByFeature(call, context) else { throw Self.unknownType }
        readTicket = answer.ticket
        if let message = try answer.result.get() {
          context.answer(message, after: answer.ticket)
        }
      } catch {
        refusal = error
      }
    }
    if case .lacks(let need) = run {
      let call = call.kept
      fetch(need, after: fetched, context, outlives: call.outlivesSession) { [unowned self] context, fetched in
        handle(call, context, fetched: fetched, advised: advised)
      }
      return true
    }
    guard let refusal else { return true }
    if session.player.canReturn {
      hub.refusals.add(call.row.type, refusal.code, of: session.player.id, at: hub.now)
    }
    let isUnstored = isUnstoredMove || refusal.code == Self.storageUnavailable.code
    let ticket = isUnstored ? 0 : max(session.ticket, readTicket, kernel.readTicket)
    hub.send(ErrorMessage(advised(refusal)), to: session, answering: context.re, after: ticket)
    return false
  }

  /// Fetches what a handler needs, and then continues its session; later lines of the session wait, those of others do
  /// not.
  ///
  /// - Parameters:
  ///   - fetched: what was fetched for the request before.
  ///   - outlives: whether the request is executed even if the session has ended by then.
  private func fetch(
    _ need: Kernel.Need, after fetched: Fetched, _ context: SessionContext, outlives: Bool,
    then goOn: @escaping (SessionContext, Fetched) -> Void
  ) {
    let (session, re) = (context.session, context.re)
    session.pending.count += 1
    hub.effects.pause(session.id, milliseconds: Fetcher.longestWait)
    parts.fetcher.fetch(need, after: fetched, for: session) {
      [unowned self, id = session.id, format = session.format, kept = outlives ? session : nil] fetched in
      guard let session = sessions[id] else {
        guard let kept, players.withID(kept.player.id) === kept.player else { return }
        let context = SessionContext(parlor: self, session: kept, re: re)
        if case .success(let fetched) = fetched { goOn(context, fetched) }
        return
      }
      session.pending.count -= 1
      hub.effects.resume(session.id)
      hub.puzzles.asker = session.address
      defer { hub.puzzles.asker = nil }
      session.answering(in: format) {
        switch fetched {
        case .success(let fetched): goOn(SessionContext(parlor: self, session: session, re: re), fetched)
        case .failure(let error): hub.send(ErrorMessage(error), to: session, answering: re, after: 0)
        }
      }
      parts.departures.finishClosing(session, server)
    }
  }

  /// Refuses requests that the table does not allow now, or not for this session.
  private func require(_ needs: RequestRow.Needs, of session: Session) throws(WireError) {
    guard session.may(needs, hub) else { throw Self.forbidden }
    if needs.contains(.storage) { try hub.requireStorage() }
    if needs.contains(.name), session.player.isGuest {
      throw WireError.nameNeeded
    }
  }

  static let forbidden = WireError(.forbidden, "That is for those who run the server")

  static let unknownType = WireError(.unknownType, "This server does not have this request")

  /// A session's client has half-closed the connection.
  ///
  /// - Returns: whether everything is answered; if not, the session ends as soon as it is.
  public func finishInput(of id: SessionID, at now: Instant) -> Bool {
    advance(to: now)
    guard let session = sessions[id] else { return true }
    session.typing.paste?.end(server.context(of: session))
    guard session.pending.count > 0 else { return true }
    session.closing = session.closing ?? .silence
    return false
  }
}

extension RequestCall {
  /// Whether the request is executed even if its session ends during a fetch: pasted results count, and the thief of a
  /// token must not prevent a new password by taking the session over.
  fileprivate var outlivesSession: Bool { request is Request.Share || request is Request.PasswordChange }
}
