import Digest
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    @Test("SHA-256 of pieces equals that of the whole")
    func digest() {
        var digest = SHA256()
        for piece in ["a", "", "bc"] { digest.update(Array(piece.utf8).span) }
        let hex = digest.finish().map { String($0, radix: 16) }.joined(separator: " ")
        #expect(hex.hasPrefix("ba 78 16 bf 8f 1 cf ea"))
    }
}
