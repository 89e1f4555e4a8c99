/// Values by requests; a look-up costs no hash.
public struct RequestMap<Value> {
  private var values: [Value?]

  /// Creates a map without values.
  public init() { values = Array(repeating: nil, count: RequestTable.rows.count) }

  /// The value of a request.
  public subscript(row: RequestRow) -> Value? {
    get { values.indices.contains(row.number) ? values[row.number] : nil }
    set { if values.indices.contains(row.number) { values[row.number] = newValue } }
  }
}
