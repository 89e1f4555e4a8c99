import Foundation

/// The seed of a randomised test: a new one for each run, or the value of `PARLOR_TEST_SEED`.
public enum TestSeed {
  private static let chosen = ProcessInfo.processInfo.environment["PARLOR_TEST_SEED"].flatMap(UInt64.init)

  /// A seed for the calling test. The command that repeats the test is printed first, so that it is there even if the
  /// test traps.
  public static func make(fileID: String = #fileID, test: String = #function) -> UInt64 {
    let seed = chosen ?? .random(in: 0 ... .max)
    FileHandle.standardError.write(Data((line(repeating: seed, fileID: fileID, test: test) + "\n").utf8))
    return seed
  }

  /// The command that runs a test with the same seed.
  static func line(repeating seed: UInt64, fileID: String, test: String) -> String {
    let module = fileID.prefix { $0 != "/" }
    let name = test.prefix { $0 != "(" }
    return "PARLOR_TEST_SEED=\(seed) swift test --filter '\(module).*/\(name)'"
  }
}
