import Foundation
import PackagePlugin

/// Makes Swift types of every file in `Protocol/Table` before the target is compiled: for `WireProtocol` those of the
/// wire, for the server's core its limits.
@main
struct WireTypes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Protocol/Table")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "wire" }
      .sorted { $0.path < $1.path }
    let tool = try context.tool(named: "WireGenerator")
    guard target.name == "WireProtocol" else {
      let output = context.pluginWorkDirectoryURL.appending(path: "Limits.swift")
      return [
        .buildCommand(
          displayName: "Limits", executable: tool.url, arguments: ["limits", output.path] + files.map(\.path),
          inputFiles: files, outputFiles: [output])
      ]
    }
    let index = context.pluginWorkDirectoryURL.appending(path: "MessageTable.swift")
    let list = Command.buildCommand(
      displayName: "List of messages", executable: tool.url, arguments: ["index", index.path] + files.map(\.path),
      inputFiles: files, outputFiles: [index])
    return [list]
      + files.map { file in
        let output = context.pluginWorkDirectoryURL.appending(
          path: "\(file.deletingPathExtension().lastPathComponent)+Wire.swift")
        return .buildCommand(
          displayName: "Types of \(file.lastPathComponent)", executable: tool.url,
          arguments: ["swift", output.path, file.path] + files.map(\.path),
          inputFiles: files, outputFiles: [output])
      }
  }
}
