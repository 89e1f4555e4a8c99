import Foundation
import PackagePlugin

/// Makes Swift types of every file in `Protocol/Table` before the target is compiled.
@main
struct WireTypes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "Protocol/Table")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "wire" }
      .sorted { $0.path < $1.path }
    let tool = try context.tool(named: "WireGenerator")
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
