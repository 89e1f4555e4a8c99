package import WireProtocol

/// A part of the server that brings requests and documents of its own: a folder and a target that the kernel, the rooms
/// and other features do not know.
///
/// The value holds its settings alone. What changes lives in the documents of the kernel that it registers in.
public protocol Feature: Sendable {
  /// The kinds of its documents: storage knows them before a feature has its settings.
  static var documents: [DocumentForm] { get }
  /// Adds its handlers, documents and gauges to a kernel.
  func register(in kernel: Kernel)
}

/// A number on the page of metrics.
package struct Gauge {
  package let metric: Metric
  /// What it is now.
  package let value: () -> Double
}
