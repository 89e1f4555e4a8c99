import Foundation
import PackagePlugin

/// Makes Swift types of `Protocol/Table` before the target is compiled: for `WireProtocol` those of the wire, a file
/// for each of the table's, for the server's core its limits.
@main
struct WireTypes: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let table = try FileManager.default.contentsOfDirectory(
      at: context.package.directoryURL.appending(path: "Protocol/Table"), includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "wire" }
    .sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL
    let isWire = target.name == "WireProtocol"
    let names =
      isWire
      ? table.map { "\($0.deletingPathExtension().lastPathComponent)+Wire.swift" } + ["MessageTable.swift"]
      : ["Limits.swift"]
    return [
      .buildCommand(
        displayName: isWire ? "Types of the wire" : "Limits", executable: try context.tool(named: "WireGenerator").url,
        arguments: [isWire ? "swift" : "limits", output.path] + table.map(\.path), inputFiles: table,
        outputFiles: names.map { output.appending(path: $0) })
    ]
  }
}
