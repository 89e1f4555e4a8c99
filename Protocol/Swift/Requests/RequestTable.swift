/// The table of requests: parsers, `help`, `schema`, text commands and refusals derive from its rows. Handlers are
/// registered elsewhere.
public enum RequestTable {
  /// All requests, in the order of their importance for people; those of the staff are the last. Files of the table
  /// that have no place of their own come before the reference, by name.
  public static let rows: [RequestRow] = {
    let others = files.filter { !placedFiles.contains($0.name) && $0.name != lastFile }
    let placed = placedFiles.compactMap { name in files.first { $0.name == name } }
    let all = (placed + others + files.filter { $0.name == lastFile }).flatMap(\.rows)
    return all.filter { !$0.isForStaff } + all.filter(\.isForStaff)
  }()

  private static let placedFiles = ["rooms", "order", "safety", "accounts", "statistics", "channel", "vocabulary"]
  private static let lastFile = "reference"

  /// The row of a `type`.
  public static func row(of type: String) -> RequestRow? { byType[type] }

  /// The row and the form of a text command, by its name without the slash.
  public static func textForm(named name: String) -> (row: RequestRow, form: TextForm)? { byCommand[name] }

  private static let byType = Dictionary(rows.map { ($0.type, $0) }) { first, _ in first }

  static let playerRows = rows.filter { !$0.isForStaff }

  private static let byCommand: [String: (row: RequestRow, form: TextForm)] = Dictionary(
    rows.flatMap { row in row.textForms.flatMap { form in form.names.map { ($0, (row: row, form: form)) } } }
  ) { first, _ in first }
}
