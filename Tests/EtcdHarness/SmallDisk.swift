import Foundation
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file system in a file, which can be filled completely. Mounting needs root.
package final class SmallDisk {
  package static let isPossible =
    geteuid() == 0 && access("/dev/loop-control", F_OK) == 0 && access("/usr/sbin/mkfs.ext4", X_OK) == 0

  /// The mount point.
  package let path: String
  private var filler: String { path + "/filler" }

  /// - Parameters:
  ///   - path: a folder that does not exist yet.
  ///   - megabytes: its size; unwritten blocks use no space.
  init(at path: String, megabytes: Int = 1024) throws {
    self.path = path
    try Self.run(
      """
      mkdir -p \(path) && truncate -s \(megabytes)M \(path).image && mkfs.ext4 -q -m 0 \(path).image \
      && mount -o loop \(path).image \(path) && rm \(path).image
      """)
  }

  deinit { try? Self.run("umount -l \(path)") }

  /// Fills all free blocks.
  package func fill() throws {
    try Self.run(
      """
      fallocate -l $(($(df --output=avail -k \(path) | tail -n 1) - 64))K \(filler); \
      ! cat /dev/zero >> \(filler)
      """)
  }

  package func empty() throws { try FileManager.default.removeItem(atPath: filler) }

  private static func run(_ command: String) throws {
    let shell = try ChildProcess("/bin/sh", ["-c", command], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    guard shell.wait() == 0 else {
      let said = LineReader(descriptor: shell.errors).rest(within: Patience.seconds).lines
      throw EtcdProcess.Failure(description: "a small disk fails: \(said.joined(separator: " "))")
    }
  }
}
