/// A line from a client: a request and its id.
public struct Envelope {
  /// The value of `id`, if given.
  public let id: RequestID?
  /// The request, or the error in it.
  public let call: Result<RequestCall, WireError>

  /// Reads a parsed line. Unknown fields are ignored.
  ///
  /// The request may hold views of the document, so it must be handled before the document parses again.
  public init(_ document: JSONDocument) {
    let root = document.root
    guard root.kind == .object else {
      id = nil
      call = .failure(WireError(.badJSON, "A message is one JSON object, such as {\"type\":\"help\"}"))
      return
    }
    do throws(WireError) {
      // Each field is searched among all of them.
      guard root.count <= RequestFields.mostFields else {
        throw WireError(.badField, "A message may have at most \(RequestFields.mostFields) fields")
      }
      id = try Self.readID(root)
    } catch {
      id = nil
      call = .failure(error)
      return
    }
    do {
      call = .success(try Self.read(root))
    } catch {
      call = .failure(error)
    }
  }

  /// The value of `id`, for an answer to a line that is not read any further.
  public static func id(of document: JSONDocument) -> RequestID? {
    document.root.count <= RequestFields.mostFields ? (try? readID(document.root)) ?? nil : nil
  }

  private static func readID(_ root: JSONView) throws(WireError) -> RequestID? {
    guard let value = root["id"], !value.isNull else { return nil }
    if value.kind == .int, let number = value.int { return .number(number) }
    if value.sourceByteCount <= RequestID.maximumBytes * 6 + 2, let text = value.string,
      text.utf8.count <= RequestID.maximumBytes
    {
      return .text(text)
    }
    throw WireError(
      .badField, "\"id\" must be an integer or a string of at most \(RequestID.maximumBytes) bytes")
  }

  private static func read(_ root: JSONView) throws(WireError) -> RequestCall {
    guard let type = root["type"] else {
      throw WireError(.badField, "A message needs a field \"type\" (a string), such as {\"type\":\"help\"}")
    }
    // The two most frequent requests are recognised without creating a String.
    if type.isString("ping") { return Request.Ping().call }
    if type.isString("say") { return try Request.Say(reading: RequestFields(view: root, type: "say")).call }
    guard type.kind == .string else { throw WireError(.badField, "\"type\" must be a string") }
    let name = try RequestFields(view: root, type: "message").optionalText("type") ?? ""
    guard let row = RequestTable.row(of: name) else {
      let shown = String(name.prefix(32))
      let near = Spelling.nearest(to: shown, among: RequestTable.rows.map(\.type))
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? "; {\"type\":\"help\"} lists what there is"
      throw WireError(.unknownType, "There is no request \"\(shown)\"\(hint)")
    }
    return try row.read(RequestFields(view: root, type: name))
  }
}
