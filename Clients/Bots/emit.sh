#!/bin/bash
# Measures what a fact of a document costs a feature, which is another module than the kernel: checked, applied, written
# as a line. Prints nanoseconds of the processor a fact, the least of five runs.
#
# usage: Clients/Bots/emit.sh      from the checkout's top folder, after swift build -c release --product parlor-server
set -eu
build=$(swift build -c release --show-bin-path)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/main.swift" << 'SWIFT'
import Glibc
import Kernel
import WireProtocol

enum Counter: ResidentKind {
  static let number: UInt8 = 250
  static let name = "counters"
  static func initialState(_ key: Int64) -> [Int: Int] { [:] }
  static func apply(_ fact: (Int, Int), to state: inout [Int: Int]) { state[fact.0, default: 0] &+= fact.1 }
  static func write(_ fact: (Int, Int), to line: inout JSONWriter) {
    line.field("fact", "counted")
    line.field("at", fact.0)
    line.field("by", fact.1)
  }
  static func read(_ line: JSONView) -> (Int, Int)? { nil }
  static func pack(_ state: [Int: Int]) -> [(Int, Int)] { [] }
}

final class Host: KernelHost {
  var (bytes, activity) = (0, 0)
  func append(_ line: DocumentLine) -> Commit.Ticket {
    bytes += line.bytes.count
    activity += 1
    return 1
  }
  func log(_ event: String, _ fields: JSONObject) {}
}

let (table, host) = (DocumentTable<Counter>(), Host())
let count = 1_000_000
var least = clock_t.max
for _ in 0..<5 {
  let start = clock()
  for index in 0..<count { table[Int64(index & 7)].emit((index & 1023, 1), through: host) }
  least = min(least, clock() - start)
}
let nanoseconds = least * 1_000_000_000 / CLOCKS_PER_SEC / count
print("emit: \(nanoseconds) ns of the processor a fact, \(host.bytes / host.activity) bytes")
SWIFT
swiftc -O -swift-version 6 -package-name "$(basename "$PWD")" -module-name emit -I "$build/Modules" \
  "$folder/main.swift" "$build"/Kernel.build/*.o "$build"/WireProtocol.build/*.o -lm -o "$folder/emit"
"$folder/emit"
