import Testing
import WireProtocol

@testable import Order

@Suite("Ranges of addresses")
struct AddressBlockTests {
  @Test(
    "A range contains an address or does not",
    arguments: [
      ("203.0.113.0/24", "203.0.113.7", true), ("203.0.113.0/24", "203.0.114.7", false),
      ("203.0.113.0/25", "203.0.113.127", true), ("203.0.113.0/25", "203.0.113.128", false),
      ("203.0.113.7", "203.0.113.7", true), ("203.0.113.7", "203.0.113.8", false),
      ("203.0.113.7/31", "203.0.113.6", true), ("0.0.0.0/0", "203.0.113.7", true),
      ("0.0.0.0/0", "2001:db8::/64", false), ("::/0", "203.0.113.7", false), ("::/0", "2001:db8::/64", true),
      ("2001:db8::/32", "2001:db8:ffff:1::/64", true), ("2001:db8::/32", "2001:db9::/64", false),
      ("2001:db8:0:1::/63", "2001:db8::/64", true), ("2001:db8::1", "2001:db8::/64", true),
      ("2001:db8::1/128", "2001:db8:0:1::/64", false), ("::ffff:203.0.113.7", "203.0.113.7", true),
      ("64:ff9b::203.0.113.7", "203.0.113.7", true), ("2002:cb00:7107::", "203.0.113.7", true),
      ("2002:cb00:7107::/48", "203.0.113.7", true), ("2002:cb00:7107:1::/64", "203.0.113.8", false),
      ("2002::/16", "203.0.113.7", false), ("64:ff9b::/96", "203.0.113.7", false),
      ("2002:7f00:1::", "127.0.0.1", false), ("64:ff9b::7f00:1", "127.0.0.1", false),
      ("::ffff:203.0.113.0/120", "203.0.113.200", true), ("::ffff:0:0/96", "203.0.113.200", true),
    ])
  func contains(_ range: String, _ address: String, _ isIn: Bool) throws {
    let block = try #require(AddressBlock(range))
    #expect(try block.contains(#require(AddressBlock(address))) == isIn)
  }

  @Test(
    "Invalid ranges are refused",
    arguments: [
      "", "ana", "203.0.113", "203.0.113.256", "203.0.113.7/33", "203.0.113.7/", "203.0.113.07", "203.0.113.7/-1", ":",
      ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "::1::", "2001:db8::/129", "2001:dbg::", "12345::", "test",
      "local:root", "1.2.3.4.5", "+1.2.3.4", "::+1", "203.0.113.7/24/8", "::1.2.3",
    ])
  func invalid(_ text: String) { #expect(AddressBlock(text) == nil) }

  @Test(
    "A range has one canonical text",
    arguments: [
      ("203.0.113.7/24", "203.0.113.0/24"), ("203.0.113.7/32", "203.0.113.7"), ("2001:DB8:0:0::/32", "2001:db8::/32"),
      ("2001:db8::1", "2001:db8::/64"), ("::/0", "::/0"), ("1:0:0:2::/64", "1:0:0:2::/64"),
      ("::ffff:1.2.3.4", "1.2.3.4"),
    ])
  func text(_ range: String, _ text: String) {
    #expect(AddressBlock(range)?.text == text)
    #expect(AddressBlock(text).map(\.text) == text)
  }

  @Test(
    "Durations are parsed or refused",
    arguments: [
      ("30s", 30), ("10m", 600), ("2h", 7200), ("7d", 604_800), ("forever", 0), ("36525d", 36_525 * 86_400),
      ("36526d", nil), ("0s", nil), ("-1d", nil), ("7", nil), ("d", nil), ("1w", 604_800), ("1y", nil),
      ("9999999999s", nil),
      ("1.5h", nil),
    ] as [(String, Int?)])
  func terms(_ text: String, _ seconds: Int?) {
    #expect(Term(text).map { $0.seconds ?? 0 } == seconds)
  }
}
