/// Which Parlor this is: the one place where its version stands.
public enum ParlorRelease {
  /// The version, as `MAJOR.MINOR.PATCH`: of the programs, of what they say on the wire, and of the archive that they
  /// come in.
  public static let version = "0.1.0"
}
