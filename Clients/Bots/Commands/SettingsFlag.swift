internal import WireProtocol

extension Flag {
  static func settings(_ set: @escaping (inout Options, JSONObject) -> Void) -> Flag {
    Flag(name: "settings", value: "NAME=VALUE,…", summary: "the game's settings, such as to=fr,size=12; or as JSON") {
      options, text throws(UsageError) in set(&options, try GameSettings.read(text))
    }
  }
}

enum GameSettings {
  /// Parses `to=fr,size=12,hard=true`, where numbers and truth values are typed and the rest is text; or a JSON object.
  static func read(_ text: String) throws(UsageError) -> JSONObject {
    if text.hasPrefix("{") {
      guard case .object(let settings)? = try? JSON(parsing: text) else {
        throw UsageError(message: "--settings takes NAME=VALUE,… or a JSON object, not \"\(text)\"")
      }
      return settings
    }
    var settings = JSONObject()
    for part in text.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else {
        throw UsageError(message: "--settings takes NAME=VALUE,… or a JSON object, not \"\(text)\"")
      }
      if let number = Int(pair[1]) {
        settings[pair[0]] = .int(number)
      } else if let truth = Bool(pair[1]) {
        settings[pair[0]] = .bool(truth)
      } else {
        settings[pair[0]] = .string(pair[1])
      }
    }
    return settings
  }
}
