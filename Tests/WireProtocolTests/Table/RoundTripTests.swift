import Foundation
import TestSeed
import Testing
import WireProtocol
import WireTable

@Suite("Messages with random members")
struct RoundTripTests {
  /// It would miss a member that is neither read nor written, and those that no transcript contains.
  @Test("Every message of the table survives reading and writing")
  func everyMessage() throws {
    let table = try WireFiles.table()
    let seed = TestSeed.make()
    var sampler = try SchemaSampler(seed: seed)
    for round in 0..<TestLength.count(short: 20, long: 200) {
      sampler.isFull = round.isMultiple(of: 2)
      for type in MessageTable.types {
        let name = "\(type.type)"
        let message = try sampler.message(name)
        let written = try echo(type, .object(message))
        let isSame = Self.stored(written, name, table) == Self.stored(message, name, table)
        #expect(isSame, "\(JSON.object(written).text)\n\(JSON.object(message).text)")
      }
    }
  }

  @Test("Every request of the table survives reading and writing")
  func everyRequest() throws {
    let table = try WireFiles.table()
    var sampler = try SchemaSampler(seed: TestSeed.make())
    for round in 0..<TestLength.count(short: 20, long: 200) {
      sampler.isFull = round.isMultiple(of: 2)
      for row in RequestTable.rows {
        let request = try sampler.request(row)
        let document = JSONDocument()
        try document.parse(JSON.object(request).text.utf8)
        // Combinations that the schema allows but validation across members does not are refused.
        guard case .success(let call) = Envelope(document).call else { continue }
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("type", row.type)
        call.request.writeFields(to: &writer)
        writer.endObject()
        let written = try JSON(parsing: writer.bytes).objectValue ?? [:]
        #expect(written == Self.withoutStandards(request, of: row.type, table), "\(JSON.object(request).text)")
      }
    }
  }

  /// A request without members that equal their defaults or have no value.
  private static func withoutStandards(_ request: JSONObject, of type: String, _ table: Table) -> JSONObject {
    var object = request
    let declaration = table.declarations.first { $0.kind == .request && $0.wireTypes == [type] }
    for (key, value) in request.members where value == .null { object[key] = nil }
    let inline = table.declarations.filter { $0.kind == .fields }.flatMap(\.fields)
    for field in (declaration?.fields ?? []) + inline {
      guard let standard = field.standard, !field.isOptional, let value = request[field.wire] else { continue }
      let isStandard =
        value.stringValue.map { standard == "\"\($0)\"" || standard == ".\($0)" } ?? (standard == value.text)
      if isStandard { object[field.wire] = nil }
    }
    return object
  }

  private func echo(_ type: any ReadableMessage.Type, _ message: JSON) throws -> JSONObject {
    let document = JSONDocument()
    try document.parse(message.text.utf8)
    var writer = JSONWriter()
    try type.init(reading: MessageFields(document.root)).write(to: &writer, answering: nil)
    return try JSON(parsing: writer.bytes).objectValue ?? [:]
  }

  /// Without derived members, in the message and its objects.
  private static func stored(_ message: JSONObject, _ type: String, _ table: Table) -> JSON {
    guard let declaration = table.declarations.first(where: { $0.kind == .message && $0.wireTypes.contains(type) })
    else { return .null }
    return stored(.object(message), declaration, table)
  }

  private static func stored(_ value: JSON, _ declaration: Declaration, _ table: Table) -> JSON {
    switch value {
    case .array(let elements): return .array(elements.map { stored($0, declaration, table) })
    case .object(var object):
      for field in declaration.fields {
        if field.isComputed {
          object[field.wire] = nil
        } else if let inner = table[field.type], inner.kind == .object {
          if field.isInline, case .object(let rest) = stored(.object(object), inner, table) { object = rest }
          if let part = object[field.wire] { object[field.wire] = stored(part, inner, table) }
        }
      }
      return .object(object)
    default: return value
    }
  }
}
