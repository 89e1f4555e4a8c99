import Foundation
import Testing

@Suite("Imports")
struct ImportTests {
  @Test("No program imports Foundation, which a release cannot have in it and a move need not pay for")
  func programsWithoutFoundation() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
      .standardized
    let importing = try ["Sources", "Clients", "Protocol"].flatMap { folder in
      let files = try #require(
        FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil))
      return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.filter {
        try String(contentsOf: $0, encoding: .utf8).contains(#/(?m)^\s*(public |internal )?import Foundation/#)
      }
    }
    #expect(importing.map(\.path) == [])
  }
}
