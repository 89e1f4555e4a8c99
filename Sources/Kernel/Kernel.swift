package import WireProtocol

/// What the kernel needs of the server around it.
package protocol KernelHost: AnyObject {
  /// Appends a line to the log.
  ///
  /// - Returns: the commit that it will be part of.
  func append(_ line: DocumentLine) -> Commit.Ticket
  /// Rises with whatever is changed or sent.
  var activity: Int { get }
  /// Tells the operator's log.
  func log(_ event: String, _ fields: JSONObject)
}

/// What came of a request.
package struct Answer {
  /// The one message that answers it, `nil` where the handler has sent it itself; or why it was refused.
  package let result: Result<(any Drawable)?, WireError>
  /// The commit that has to be durable before anybody hears of it.
  package let ticket: Commit.Ticket

  package init(result: Result<(any Drawable)?, WireError>, ticket: Commit.Ticket) {
    self.result = result
    self.ticket = ticket
  }
}

/// Documents, and the requests that are carried out on them. It knows no room, no game and no feature by name.
public final class Kernel {
  private var handlers = RequestMap<any AnyHandler>()
  private(set) var tables: [UInt8: any AnyDocumentTable] = [:]
  /// What the handler that runs has read and is not in memory.
  var lacking: Need?
  /// The commit that what was read depends on, since the handler began to run.
  package internal(set) var readTicket: Commit.Ticket = 0
  /// Documents that something works on for several turns.
  var claimed: Set<DocumentID> = []
  package private(set) var gauges: [Gauge] = []
  /// See ``contribute(_:)``.
  private var contributions: [ObjectIdentifier: [Any]] = [:]
  /// Why a server with these features does not start: what has two owners, as sentences.
  package private(set) var registrationFaults: [String] = []

  /// A kernel with the documents and requests of features, in their order.
  package init(_ features: [any Feature]) {
    for feature in features { feature.register(in: self) }
  }

  // MARK: - Registering

  /// Takes in the documents of a kind; each kind has one owner.
  package func add<Kind: DocumentKind>(_ table: DocumentTable<Kind>) {
    if let other = tables[Kind.number] {
      registrationFaults.append("\"\(other.name)\" and \"\(Kind.name)\" are both documents of kind \(Kind.number)")
    }
    tables[Kind.number] = table
  }

  /// Takes in a request; each type has one owner.
  ///
  /// - Parameter handle: carries it out, and answers.
  package func handle<Read: WireRequest>(
    _ handle: @escaping (Read, inout Context) throws(WireError) -> any Drawable
  ) {
    add(Handler<Read> { request, context throws(WireError) in try handle(request, &context) })
  }

  /// Takes in a request whose handler sends the answer itself.
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

  /// Adds a number to the page of metrics.
  package func gauge(_ metric: Metric, _ value: @escaping () -> Double) {
    if gauges.contains(where: { $0.metric == metric }) {
      registrationFaults.append("the metric \"\(metric.rawValue)\" has two owners")
    }
    gauges.append(Gauge(metric: metric, value: value))
  }

  // MARK: - What other parts of the server look for

  /// Adds what a feature does when something of a type happens; features react in their order.
  ///
  /// A reaction cannot run again: it reads only documents that are in memory.
  package func react<Event>(_ body: @escaping (Event) -> Void) { contribute(Reaction(body: body)) }

  /// Lets all features react to something that has happened.
  package func publish<Event>(_ event: Event) {
    for reaction in contributions(Reaction<Event>.self) { reaction.body(event) }
  }

  /// Offers what others ask for by its type, a protocol; each has one owner.
  package func provide<Value>(_ service: Value) {
    if self.service(Value.self) != nil { registrationFaults.append("\(Value.self) has two owners") }
    contribute(service)
  }

  /// What a feature offers of a type; `nil` where none does.
  package func service<Value>(_ type: Value.Type) -> Value? { contributions[ObjectIdentifier(type)]?.first as? Value }

  /// Adds what some part of the server looks for by its type, and the kernel does not know.
  package func contribute<Contribution>(_ contribution: Contribution) {
    contributions[ObjectIdentifier(Contribution.self), default: []].append(contribution)
  }

  /// What features have contributed of a type, in their order.
  package func contributions<Contribution>(_ type: Contribution.Type = Contribution.self) -> [Contribution] {
    contributions[ObjectIdentifier(type)] as? [Contribution] ?? []
  }

  // MARK: - Requests

  /// Carries a request out; `nil` for one that nobody has registered.
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

  /// Folds lines that were stored, in their order. Lines of kinds that nobody has registered are left alone.
  ///
  /// - Parameter damaged: documents of which a line is lost.
  /// - Returns: the documents that are damaged, with those of which a line cannot be read.
  package func load(_ lines: [DocumentLine], damaged: [DocumentID]) -> Set<DocumentID> {
    let document = JSONDocument()
    var found = Set(damaged)
    for line in lines where tables[line.document.kind]?.fold(line, with: document) == false {
      found.insert(line.document)
    }
    for id in damaged { tables[id.kind]?.markDamaged(id.key) }
    return found
  }

  /// What people call the kind of a document.
  package func name(of id: DocumentID) -> String { tables[id.kind]?.name ?? "\(id.kind)" }

  /// For tests: the shortest lines of all documents, by kind and key.
  package func packed() -> [DocumentLine] {
    tables.sorted { $0.key < $1.key }.flatMap { $0.value.packed() }
  }
}

/// What a feature does when something happens.
private struct Reaction<Event> {
  let body: (Event) -> Void
}

/// A handler as the kernel knows it, whatever it needs of the request.
private protocol AnyHandler {
  /// - Returns: `nil` where the handler has sent its answer.
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
