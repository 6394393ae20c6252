import Disk
import Testing

@Suite("Paths")
struct PathTests {
    @Test("A path consists of bytes, ends at NUL and has no duplicate slashes")
    func path() {
        #expect(Path("a\0b").bytes == Array("a".utf8))
        #expect((Path("a/") / "b").description == "a/b")
        #expect((Path("a") / [0xFF]).bytes == [0x61, 0x2F, 0xFF])
        #expect(Path("a/b/").lastComponent == Array("b".utf8))
    }
}
