import Foundation
import Testing
import WireProtocol

@Suite("JSON schemas")
struct SchemaTests {
  /// With PARLOR_WRITE_SCHEMAS=1 in the environment the files are rewritten first.
  @Test("Every request's schema file equals the server's schema", arguments: RequestTable.rows.map(\.type))
  func requestSchemas(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    let file = Repository.schemas.appendingPathComponent("requests/\(type).json")
    if ProcessInfo.processInfo.environment["PARLOR_WRITE_SCHEMAS"] == "1" {
      try Data(JSONLayout.text(of: row.schema).utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == JSONLayout.text(of: row.schema))
  }

  @Test("Every example of help is valid under its schema")
  func examples() throws {
    let schemas = try SchemaFolder()
    for row in RequestTable.rows {
      #expect(schemas.fault(inRequest: row.example.text) == nil, "\(row.type)")
    }
  }

  @Test("What a member is without being said is in the schema, and valid there")
  func defaults() throws {
    let fields = try #require(RequestTable.row(of: "create_arena")).fields
    #expect(fields["minutes"]?["default"] == 60 && fields["bots"]?["default"] == false)
    #expect(RequestTable.row(of: "leaderboard")?.fields["period"]?["default"] == "week")
    #expect(RequestTable.row(of: "cards")?.fields["count"]?["default"] == 20)
    for row in RequestTable.rows {
      for (name, rule) in row.fields.members {
        guard let usual = rule["default"] else { continue }
        let fault = SchemaCheck(files: [:]).fault(in: usual, schema: rule, of: row.type, at: "/\(name)")
        #expect(fault == nil, "\(row.type)")
      }
    }
  }

  @Test("There is one schema for each request, and no other")
  func requestTypes() throws {
    #expect(try SchemaFolder().requestTypes == RequestTable.rows.map(\.type).sorted())
  }

  @Test("Every accepted request of the transcripts is valid under its schema")
  func transcriptRequests() throws {
    let schemas = try SchemaFolder()
    for transcript in try Transcript.all() where transcript.name != "rejections" {
      for line in transcript.lines {
        guard case .send(_, let text) = line.step, text.hasPrefix("{") else { continue }
        // The one line with a repeated key is valid for parsers that take the last value.
        #expect(schemas.fault(inRequest: text) == nil, "\(transcript.name): \(text)")
      }
    }
  }

  @Test(
    "Invalid messages are rejected by the schemas",
    arguments: [
      #"{"type":"pong","re":1.5}"#, #"{"type":"pong","re":true}"#, #"{"type":"pong","extra":1}"#,
      #"{"type":"nothing"}"#,
      #"{"type":"login"}"#, #"{"type":"login","you":"ana","token":"p1_short"}"#,
      #"{"type":"said","room":"a","seq":1,"player":"b"}"#,
      #"{"type":"said","room":"a","seq":1,"player":"b","text":"c","hidden":true}"#,
      #"{"type":"left","room":"a","seq":-1,"player":"b"}"#,
      #"{"type":"left","room":"a","seq":1,"player":"b","reason":"bored"}"#,
      #"{"type":"board","room":"a","board":{"title":"T","rows":[{"letters":"a","tiles":"x"}]}}"#,
      #"{"type":"digest","room":"a","from":1,"seq":1,"players":1,"finished":0,"recent":["1","2","3","4","5","6","7","8","9"]}"#,
      #"{"type":"new_day","day":"tomorrow","next_day_in_s":1}"#, #"{"no":"type"}"#, "pong",
    ])
  func faults(_ line: String) throws {
    #expect(try SchemaFolder().fault(inServerLine: line) != nil)
  }

  @Test("The schemas use only supported keywords and resolvable references")
  func keywords() throws {
    let schemas = try SchemaFolder()
    for path in schemas.paths { try visit(try #require(schemas[path]), path, schemas) }
  }

  private func visit(_ schema: JSON, _ path: String, _ schemas: SchemaFolder) throws {
    for (key, rule) in schema.objectValue?.members ?? [] {
      #expect(SchemaCheck.keywords.contains(key), "\(path): \(key)")
      switch (key, rule) {
      case ("properties", .object(let members)), ("$defs", .object(let members)):
        for (_, member) in members.members { try visit(member, path, schemas) }
      case ("items", _), ("additionalProperties", .object): try visit(rule, path, schemas)
      case ("oneOf", .array(let choices)): for choice in choices { try visit(choice, path, schemas) }
      case ("$ref", .string(let target)): #expect(schemas.resolve(target, from: path) != nil, "\(path): \(target)")
      default: break
      }
    }
  }
}
