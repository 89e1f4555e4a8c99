import Foundation

/// The seed of a test that leaves something to chance: another with each run, and the one of `PARLOR_TEST_SEED` where
/// that is set.
public enum TestSeed {
  private static let chosen = ProcessInfo.processInfo.environment["PARLOR_TEST_SEED"].flatMap(UInt64.init)

  /// A seed for the test that calls it. The line that repeats the test is written before anything else happens, so that
  /// it is there whatever becomes of the test, be it a trap.
  public static func make(fileID: String = #fileID, test: String = #function) -> UInt64 {
    let seed = chosen ?? .random(in: 0 ... .max)
    FileHandle.standardError.write(Data((line(repeating: seed, fileID: fileID, test: test) + "\n").utf8))
    return seed
  }

  /// The command that gives a test the same chance again.
  static func line(repeating seed: UInt64, fileID: String, test: String) -> String {
    let module = fileID.prefix { $0 != "/" }
    let name = test.prefix { $0 != "(" }
    return "PARLOR_TEST_SEED=\(seed) swift test --filter '\(module).*/\(name)'"
  }
}
