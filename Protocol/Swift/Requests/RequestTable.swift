/// The one table of requests: from its rows come what is read, `help`, `schema`, the text commands and refusals. How a
/// request is carried out is for whoever registers its handler.
public enum RequestTable {
  /// Every request, in the order in which people need them.
  public static let rows: [RequestRow] =
    rooms + order.filter { !$0.isForStaff } + accounts + statistics + channel + vocabulary + scores + trials + reference
    + order.filter(\.isForStaff)

  /// The row of a request's `type`.
  public static func row(of type: String) -> RequestRow? { byType[type] }

  /// The row and the form of a text command, by its name without the slash.
  public static func textForm(named name: String) -> (row: RequestRow, form: TextForm)? { byCommand[name] }

  private static let byType = Dictionary(rows.map { ($0.type, $0) }) { first, _ in first }

  /// The rows of everybody.
  static let playerRows = rows.filter { !$0.isForStaff }

  private static let byCommand: [String: (row: RequestRow, form: TextForm)] = Dictionary(
    rows.flatMap { row in row.textForms.flatMap { form in form.names.map { ($0, (row: row, form: form)) } } }
  ) { first, _ in first }
}
