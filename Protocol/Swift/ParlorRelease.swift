/// The version of this Parlor, defined only here.
public enum ParlorRelease {
  /// The version as `MAJOR.MINOR.PATCH`: of the programs, of `hello`, and of the release archive.
  public static let version = "0.1.0"
}
