import Foundation
import Testing

/// Rules that neither compiler nor formatter checks.
@Suite("Source rules")
struct SourceRuleTests {
  @Test("No program imports Foundation, which releases omit and moves need not pay for")
  func programsWithoutFoundation() throws {
    let importing = try sources(in: ["Sources", "Clients", "Protocol"]).filter { _, text in
      text.contains(#/(?m)^\s*(public |internal )?import Foundation/#)
    }
    // The generator runs before the build, and is in no program.
    #expect(importing.map(\.path).filter { !$0.contains("/Protocol/Generator/") } == [])
  }

  @Test("No comment line has more than 120 columns, which the formatter does not check")
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
