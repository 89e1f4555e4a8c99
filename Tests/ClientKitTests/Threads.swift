@testable import ClientKit

/// Starts a thread that ends with its body.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool { OwnThread.start(body) }
