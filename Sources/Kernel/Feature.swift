package import WireProtocol

/// A part of the server with its own requests and documents: a folder and a target that kernel, rooms and other
/// features do not know.
///
/// The value has settings only. Its state is in the documents that it registers in the kernel.
public protocol Feature: Sendable {
  /// The kinds of its documents: storage needs them before the feature has its settings.
  static var documents: [DocumentForm] { get }
  /// Adds its handlers, documents and gauges to a kernel.
  func register(in kernel: Kernel)
}

/// A number on the metrics page.
package struct Gauge {
  package let metric: Metric
  /// The present value.
  package let value: () -> Double
}
