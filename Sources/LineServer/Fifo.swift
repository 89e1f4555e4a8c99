/// A first-in, first-out queue; both operations take amortised constant time.
package struct Fifo<Element> {
  private var elements: [Element] = []
  private var head = 0

  package init() {}

  package var isEmpty: Bool { head == elements.count }
  package var first: Element? { isEmpty ? nil : elements[head] }

  package mutating func append(_ element: Element) { elements.append(element) }

  package mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[head]
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: elements.count <= 64)
      head = 0
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
