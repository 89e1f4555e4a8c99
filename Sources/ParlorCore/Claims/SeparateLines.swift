extension String {
  /// The text's lines, however they end. They are told apart by bytes: to find where characters end takes long.
  var separateLines: [Substring] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }
}
