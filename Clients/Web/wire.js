// Generated from Protocol/Table. Change it there.

/// Requests that may be asked again where the answer may have been lost with the line.
export const repeatable = new Set([
  "about", "account", "analysis", "arena", "arena_csv", "arenas", "block", "board", "calendar",
  "cards", "challenges", "change_language", "compare", "decks", "edit_word", "export", "export_me",
  "goal", "goal_calendar", "help", "history", "house", "import_preview", "join", "join_arena",
  "languages", "leaderboard", "limits", "move", "open_puzzle", "opened", "pause_arena", "ping",
  "puzzle_results", "puzzles", "ratings", "rename", "replay", "results", "reveal", "rooms",
  "schema", "score", "scores", "search", "section", "seeks", "shares", "stats", "study", "theme",
  "timeline", "trial_report", "trials", "turn", "vote", "who", "words", "words_left",
])
