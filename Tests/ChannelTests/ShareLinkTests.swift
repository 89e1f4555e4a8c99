import GameKit
import Testing

@testable import Channel
@testable import ParlorCore

@Suite("The addresses of shared results")
struct ShareLinkTests {
  private let season = SeasonKey(hashing: "links".utf8)

  @Test("An address leads to the share that it was made for, on the same server only")
  func roundTrip() throws {
    for share: Int64 in [1, 2, 99, .max] {
      let link = ShareLink(share: share, season: season)
      #expect(try #require(ShareLink(link.text, season: season)).share == share)
      #expect(ShareLink(link.text, season: SeasonKey(hashing: "other".utf8)) == nil)
    }
  }

  @Test("Sixteen characters that need no encoding hold 96 bits, different for each share")
  func form() {
    let links = (1...500).map { ShareLink(share: $0, season: season).text }
    let secrets = links.map { $0.drop { $0 != "-" }.dropFirst() }
    #expect(Set(secrets).count == 500)
    #expect(secrets.allSatisfy { $0.utf8.count == 16 })
    #expect(
      secrets.joined().utf8.allSatisfy {
        "-_".utf8.contains($0) || Unicode.Scalar($0).properties.isASCIIHexDigit
          || Unicode.Scalar($0).properties.isAlphabetic
      })
    // Each of the 64 characters is used, so that no bit of the 96 is always the same.
    #expect(Set(secrets.joined()).count == 64)
  }

  @Test("An address with any character changed is invalid")
  func forged() {
    let text = ShareLink(share: 12, season: season).text
    for index in text.indices {
      var forged = text
      forged.replaceSubrange(index...index, with: text[index] == "x" ? "y" : "x")
      #expect(ShareLink(forged, season: season) == nil, "\(forged)")
    }
    let secret = text.drop { $0 != "-" }
    for other in [
      "", "-", "12", "12-", "13\(secret)", "012\(secret)", "+12\(secret)", "\(text) ", "99999999999999999999\(secret)",
    ] {
      #expect(ShareLink(other, season: season) == nil, "\(other)")
    }
  }
}
