import Foundation
import Testing

/// What no compiler and no formatter sees to.
@Suite("The source's own rules")
struct SourceRuleTests {
  @Test("No program imports Foundation, which a release cannot have in it and a move need not pay for")
  func programsWithoutFoundation() throws {
    let importing = try sources(in: ["Sources", "Clients", "Protocol"]).filter { _, text in
      text.contains(#/(?m)^\s*(public |internal )?import Foundation/#)
    }
    // What runs before a build is in no program.
    #expect(importing.map(\.path).filter { !$0.contains("/Protocol/Generator/") } == [])
  }

  @Test("No line of a comment is longer than 120 columns, which the formatter leaves to its author")
  func comments() throws {
    let long = try sources(in: ["Sources", "Clients", "Protocol", "Tests"]).flatMap { path, text in
      text.split(separator: "\n").filter { $0.count > 120 && $0.drop { $0 == " " }.hasPrefix("//") }
        .map { "\(path): \($0)" }
    }
    #expect(long == [])
  }

  private func sources(in folders: [String]) throws -> [(path: String, text: String)] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
      .standardized
    return try folders.flatMap { folder in
      let files = try #require(
        FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
      return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
        ($0.path, try String(contentsOf: $0, encoding: .utf8))
      }
    }
  }
}
