import HTTPWire

/// A parser's steps for these pieces, except `.needsMore`, in order.
func steps(of pieces: [[UInt8]], limits: HTTPLimits = HTTPLimits()) -> [HTTPRequestParser.Step] {
  var parser = HTTPRequestParser(limits: limits)
  var steps: [HTTPRequestParser.Step] = []
  for piece in pieces {
    piece.withUnsafeBytes { parser.append($0) }
    while true {
      let step = parser.next()
      if step == .needsMore { break }
      steps.append(step)
      if case .refused = step { return steps }
    }
  }
  return steps
}

func steps(of text: String, limits: HTTPLimits = HTTPLimits()) -> [HTTPRequestParser.Step] {
  steps(of: [Array(text.utf8)], limits: limits)
}

func requests(in steps: [HTTPRequestParser.Step]) -> [HTTPRequest] {
  steps.compactMap { step in
    if case .request(let request) = step { request } else { nil }
  }
}

func refusal(in steps: [HTTPRequestParser.Step]) -> HTTPRefusal? {
  if case .refused(let refusal) = steps.last { refusal } else { nil }
}
