/// An optional value that most of its owners never have: it is stored separately, so that its absence takes one word
/// instead of the value's size. A copy of the owner has a value of its own.
@propertyWrapper
package struct OutOfLine<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage?

  package init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.init) }

  package var wrappedValue: Value? {
    get { storage?.value }
    set {
      guard let newValue else { return storage = nil }
      if storage != nil, isKnownUniquelyReferenced(&storage) {
        storage?.value = newValue
      } else {
        storage = Storage(newValue)
      }
    }
  }
}
