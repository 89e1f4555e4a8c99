import Foundation
import Testing
import WireTable

@Suite("Files that are generated from the table")
struct GeneratedFilesTests {
  /// With PARLOR_WRITE_SCHEMAS=1 in the environment the files are written anew first.
  @Test("The schemas of messages are those that the table makes, and there are no others")
  func schemas() throws {
    let files = SchemaWriter(try WireFiles.table()).files()
    for file in files {
      let url = WireFiles.schemas.appending(path: file.name)
      if ProcessInfo.processInfo.environment["PARLOR_WRITE_SCHEMAS"] == "1" {
        try file.text.write(to: url, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOf: url, encoding: .utf8) == file.text, "\(file.name) is stale")
    }
    let messages = try FileManager.default.contentsOfDirectory(
      atPath: WireFiles.schemas.appending(path: "messages").path)
    #expect(Set(messages.map { "messages/\($0)" }) == Set(files.map(\.name)).subtracting(["parts/common.json"]))
  }
}
