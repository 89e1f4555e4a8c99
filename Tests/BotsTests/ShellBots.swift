/// Bots as shell scripts.
enum ShellBots {
  /// Plays Connect Four: the columns in turn, skipping full ones.
  static func dropping(_ columns: String, atJoin: String = "") -> String {
    """
    while read -r line; do
      case "$line" in
        *'"type":"hello"'*) me=${line#*'"you":"'}; me=${me%%'"'*} ;;
        *'"type":"joined"'*) set -- \(columns); \(atJoin.isEmpty ? ":" : atJoin) ;;
      esac
      case "$line" in
        *'"type":"error"'*|*'"to_move":["'"$me"'"]'*)
          echo '{"type":"move","text":"'$1'"}'; next=$1; shift; set -- "$@" $next ;;
      esac
    done
    """
  }

  static let crashing = "read -r line; echo 'I cannot go on' >&2; exit 3"
  static let stalling = #"echo '{"type":"ping"}'; cat > /dev/null; exit"#
  static let cheating = #"yes '{"type":"move","text":"99"}'"#
}
