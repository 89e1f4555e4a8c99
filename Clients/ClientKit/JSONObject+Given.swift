internal import WireProtocol

extension JSONObject {
  /// The fields that have a value.
  static func given(_ fields: KeyValuePairs<String, String?>) -> JSONObject {
    var object = JSONObject()
    for case (let key, let value?) in fields { object[key] = .string(value) }
    return object
  }
}
