/// Which requests may be sent again where their answer may have been lost with the link, by their types.
///
/// The lists stand in `Protocol/Table/requests.wire`. Two requests depend on what they say, and are in none: `login`,
/// which may be repeated unless it claims a name, and `give_up`, which may be if it names the puzzle.
public enum RepeatableRequests {}
