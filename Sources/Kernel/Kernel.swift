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
  /// The one message that answers it, or why it was refused.
  package let result: Result<any Drawable, WireError>
  /// The commit that has to be durable before anybody hears of it.
  package let ticket: Commit.Ticket

  package init(result: Result<any Drawable, WireError>, ticket: Commit.Ticket) {
    self.result = result
    self.ticket = ticket
  }
}

/// Documents, and the requests that are carried out on them. It knows no room, no game and no feature by name.
public final class Kernel {
  private var handlers: [String: any AnyHandler] = [:]
  private(set) var tables: [UInt8: any AnyDocumentTable] = [:]
  /// What the handler that runs has read and is not in memory.
  var lacking: Need?
  /// The commit that what was read depends on, since the handler began to run.
  package internal(set) var readTicket: Commit.Ticket = 0
  /// Documents that something works on for several turns.
  var claimed: Set<DocumentID> = []
  package private(set) var gauges: [Gauge] = []

  /// A kernel with the documents and requests of features, in their order.
  package init(_ features: [any Feature]) {
    for feature in features { feature.register(in: self) }
  }

  // MARK: - Registering

  /// Takes in the documents of a kind; each kind has one owner.
  package func add<Kind: DocumentKind>(_ table: DocumentTable<Kind>) {
    precondition(tables[Kind.number] == nil, "two kinds of documents have the number \(Kind.number)")
    tables[Kind.number] = table
  }

  /// Takes in a request; each type has one owner.
  ///
  /// - Parameter handle: carries it out, and answers.
  package func handle<Read: WireRequest>(
    _ handle: @escaping (Read, inout Context) throws(WireError) -> any Drawable
  ) {
    let type = Read.row.type
    precondition(handlers[type] == nil, "two features handle \(type)")
    handlers[type] = Handler(handle: handle)
  }

  /// Whether a feature has registered the requests of a type.
  package func handles(_ type: String) -> Bool { handlers[type] != nil }

  /// Adds a number to the page of metrics.
  package func gauge(_ metric: Metric, _ value: @escaping () -> Double) {
    precondition(!gauges.contains { $0.metric == metric }, "two features count \(metric.rawValue)")
    gauges.append(Gauge(metric: metric, value: value))
  }

  // MARK: - Requests

  /// Carries a request out; `nil` for one that nobody has registered.
  package func answer(_ call: RequestCall, for caller: any Caller, _ host: any KernelHost) -> Answer? {
    guard let handler = handlers[call.row.type] else { return nil }
    var context = Context(caller, host, self)
    do throws(WireError) {
      guard let message = try handler.answer(call.request, &context) else { return nil }
      return Answer(result: .success(message), ticket: context.ticket)
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

/// A handler as the kernel knows it, whatever it needs of the request.
private protocol AnyHandler {
  /// - Returns: `nil` for a request of another type.
  func answer(_ request: any WireRequest, _ context: inout Context) throws(WireError) -> (any Drawable)?
}

private struct Handler<Read: WireRequest>: AnyHandler {
  let handle: (Read, inout Context) throws(WireError) -> any Drawable

  func answer(_ request: any WireRequest, _ context: inout Context) throws(WireError) -> (any Drawable)? {
    guard let request = request as? Read else { return nil }
    return try handle(request, &context)
  }
}
