/// How a bot without knowledge of the game chooses its moves.
struct ChoiceOptions {
  /// `nil` for the default: a search, if the bot has the rules.
  var method: ChoiceMethod?
  var budget = SearchBudget()
  /// The folder with the games' word lists.
  var resources: String?

  static var flags: [Flag<ChoiceOptions>] {
    [
      .choice("by", "choose moves at random or by a search (default search, where the bot has the rules)") {
        $0.method = $1
      },
      .number("iterations", 1...10_000_000, "matches that a search plays for one move (default 2000)") {
        $0.budget.iterations = $1
      },
      .seconds("think", "the longest that a search takes for one move (default 1)") {
        $0.budget.time = .milliseconds(Int64($1 * 1000))
      },
      Flag(name: "resources", value: "DIR", summary: "the folder of the games' word lists") { $0.resources = $1 },
    ]
  }
}
