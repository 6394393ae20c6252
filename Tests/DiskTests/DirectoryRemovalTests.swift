import Disk
import Glibc
import MailTestSupport
import Testing

@Suite("Removal of directories", .holds("PD4"))
struct DirectoryRemovalTests {
    @Test("Removes a tree with everything in it, without following links", arguments: DiskKind.allCases)
    func tree(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.file, "kept/m", "text")
        try ground.plant(.file, "tree/inner/m", "text")
        try ground.plant(.link, "tree/inner/link", "../../kept")
        try ground.plant(.other, "tree/pipe")
        try ground.directory.removeTree(Array("tree"))
        try ground.directory.removeTree(Array("missing"))
        #expect(try ground.listing() == ["kept/", "kept/m = text (1)"])
    }
}
