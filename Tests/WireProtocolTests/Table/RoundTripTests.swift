import Foundation
import TestSeed
import Testing
import WireProtocol
import WireTable

@Suite("Messages with random members")
struct RoundTripTests {
  /// It would miss a member that is neither read nor written, and any that a transcript does not happen to hold.
  @Test("Every message of the table is read and written again as it was")
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

  private func echo(_ type: any ReadableMessage.Type, _ message: JSON) throws -> JSONObject {
    let document = JSONDocument()
    try document.parse(message.text.utf8)
    var writer = JSONWriter()
    try type.init(reading: MessageFields(document.root)).write(to: &writer, answering: nil)
    return try JSON(parsing: writer.bytes).objectValue ?? [:]
  }

  /// Without members that follow from others, in the message and in the objects in it.
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
