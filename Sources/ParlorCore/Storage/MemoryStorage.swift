/// Keeps nothing: for tests of the core alone.
public struct MemoryStorage: Storage {
  public let isVolatile = true

  /// A storage that is done at once and has nothing to answer.
  public init() {}

  public func load() throws(StorageFailure) -> StoredState { StoredState() }

  public func commit(
    _ batch: Batch, completion: @escaping @Sendable (Result<Void, StorageFailure>) -> Void
  ) {
    completion(.success(()))
  }

  public func answer(_ queries: [Query], completion: @escaping @Sendable ([QueryAnswer]) -> Void) {
    let failure = StorageFailure(message: "this server keeps nothing")
    completion(queries.map { _ in .unavailable(failure) })
  }

  public func reload(
    rooms: [Int64], completion: @escaping @Sendable (Result<[StoredRoomState], StorageFailure>) -> Void
  ) {
    completion(.success([]))
  }
}
