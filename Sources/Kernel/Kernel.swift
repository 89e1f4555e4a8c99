package import WireProtocol

/// What the kernel needs from the server around it.
package protocol KernelHost: AnyObject {
  /// Appends a line to the log.
  ///
  /// - Returns: the commit that will contain it.
  func append(_ line: DocumentLine) -> Commit.Ticket
  /// Rises with everything that is changed or sent.
  var activity: Int { get }
  /// Writes to the server log.
  func log(_ event: String, _ fields: JSONObject)
}

/// The result of a request.
package struct Answer {
  /// The answer, or the refusal; `nil` if the handler has sent the answer itself.
  package let result: Result<(any Drawable)?, WireError>
  /// The commit that must be durable before the answer is sent.
  package let ticket: Commit.Ticket

  package init(result: Result<(any Drawable)?, WireError>, ticket: Commit.Ticket) {
    self.result = result
    self.ticket = ticket
  }
}

/// Documents, and the requests that are executed on them. It names no room, game or feature.
public final class Kernel {
  private var handlers = RequestMap<any AnyHandler>()
  private(set) var tables: [UInt8: any AnyDocumentTable] = [:]
  /// What the running handler needs and is not in memory.
  var lacking: Need?
  /// The latest commit of what the running handler has read.
  package internal(set) var readTicket: Commit.Ticket = 0
  /// Documents claimed by tasks of several turns.
  var claimed: Set<DocumentID> = []
  package private(set) var gauges: [Gauge] = []
  /// See ``contribute(_:)``.
  private var contributions: [ObjectIdentifier: [Any]] = [:]
  /// Why a server with these features does not start: sentences about what two of them have registered.
  package private(set) var registrationFaults: [String] = []

  /// A kernel with the documents and requests of features, in order.
  package init(_ features: [any Feature]) {
    for feature in features { feature.register(in: self) }
  }

  // MARK: - Registering

  /// Registers a kind of documents; each kind has one owner.
  package func add<Kind: DocumentKind>(_ table: DocumentTable<Kind>) {
    if let other = tables[Kind.number] {
      registrationFaults.append("\"\(other.name)\" and \"\(Kind.name)\" are both documents of kind \(Kind.number)")
    }
    tables[Kind.number] = table
  }

  /// Registers a request; each type has one owner.
  ///
  /// - Parameter handle: executes it, and returns the answer.
  package func handle<Read: WireRequest>(
    _ handle: @escaping (Read, inout Context) throws(WireError) -> any Drawable
  ) {
    add(Handler<Read> { request, context throws(WireError) in try handle(request, &context) })
  }

  /// Registers a request whose handler sends the answer itself.
  package func handleSending<Read: WireRequest>(
    _ handle: @escaping (Read, inout Context) throws(WireError) -> Void
  ) {
    add(
      Handler<Read> { request, context throws(WireError) in
        try handle(request, &context)
        return nil
      })
  }

  private func add<Read: WireRequest>(_ handler: Handler<Read>) {
    let row = Read.row
    if handlers[row] != nil { registrationFaults.append("the request \"\(row.type)\" has two handlers") }
    handlers[row] = handler
  }

  /// Whether a feature has registered a request.
  package func handles(_ row: RequestRow) -> Bool { handlers[row] != nil }

  /// Adds a number to the metrics page.
  package func gauge(_ metric: Metric, _ value: @escaping () -> Double) {
    if gauges.contains(where: { $0.metric == metric }) {
      registrationFaults.append("the metric \"\(metric.rawValue)\" has two owners")
    }
    gauges.append(Gauge(metric: metric, value: value))
  }

  // MARK: - What other parts of the server look for

  /// Adds a feature's reaction to events of a type; features react in their order.
  ///
  /// A reaction cannot run again: it reads only documents that are in memory.
  package func react<Event>(_ body: @escaping (Event) -> Void) { contribute(Reaction(body: body)) }

  /// Runs all features' reactions to an event.
  package func publish<Event>(_ event: Event) {
    for reaction in contributions(Reaction<Event>.self) { reaction.body(event) }
  }

  /// Registers a service by its protocol; each has one owner.
  package func provide<Value>(_ service: Value) {
    if self.service(Value.self) != nil { registrationFaults.append("\(Value.self) has two owners") }
    contribute(service)
  }

  /// The service of a type; `nil` if no feature provides it.
  package func service<Value>(_ type: Value.Type) -> Value? { contributions[ObjectIdentifier(type)]?.first as? Value }

  /// Registers a value that another part of the server looks up by its type.
  package func contribute<Contribution>(_ contribution: Contribution) {
    contributions[ObjectIdentifier(Contribution.self), default: []].append(contribution)
  }

  /// The values of a type that features have registered, in order.
  package func contributions<Contribution>(_ type: Contribution.Type = Contribution.self) -> [Contribution] {
    contributions[ObjectIdentifier(type)] as? [Contribution] ?? []
  }

  // MARK: - Requests

  /// Executes a request; `nil` if it is not registered.
  package func answer(_ call: RequestCall, for caller: any Caller, _ host: any KernelHost) -> Answer? {
    guard let handler = handlers[call.row] else { return nil }
    var context = Context(caller, host, self)
    do throws(WireError) {
      return Answer(result: .success(try handler.answer(call.request, &context)), ticket: context.ticket)
    } catch {
      return Answer(result: .failure(error), ticket: context.ticket)
    }
  }

  // MARK: - Loading

  /// Folds stored lines, in order. Lines of unregistered kinds are ignored.
  ///
  /// - Parameter damaged: documents that have lost a line.
  /// - Returns: the damaged documents, including those with an unreadable line.
  package func load(_ lines: [DocumentLine], damaged: [DocumentID]) -> Set<DocumentID> {
    let document = JSONDocument()
    var found = Set(damaged)
    for line in lines where tables[line.document.kind]?.fold(line, with: document) == false {
      found.insert(line.document)
    }
    for id in damaged { tables[id.kind]?.markDamaged(id.key) }
    return found
  }

  /// The name of a document's kind for messages.
  package func name(of id: DocumentID) -> String { tables[id.kind]?.name ?? "\(id.kind)" }

  /// For tests: the shortest lines of all documents, by kind and key.
  package func packed() -> [DocumentLine] {
    tables.sorted { $0.key < $1.key }.flatMap { $0.value.packed() }
  }
}

/// A feature's reaction to an event.
private struct Reaction<Event> {
  let body: (Event) -> Void
}

/// A handler without its request's type, for the kernel.
private protocol AnyHandler {
  /// - Returns: `nil` if the handler has sent its answer.
  func answer(_ request: any WireRequest, _ context: inout Context) throws(WireError) -> (any Drawable)?
}

private struct Handler<Read: WireRequest>: AnyHandler {
  let handle: (Read, inout Context) throws(WireError) -> (any Drawable)?

  func answer(_ request: any WireRequest, _ context: inout Context) throws(WireError) -> (any Drawable)? {
    guard let request = request as? Read else {
      throw WireError(.unknownType, "\(type(of: request)) is not the type of \"\(Read.row.type)\"")
    }
    return try handle(request, &context)
  }
}
