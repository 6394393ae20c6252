import Accounts
import Foundation
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Synchronization
import Testing

@Suite("Attachments downloaded on demand", .onOwnThreads, .timeLimit(.minutes(10)), .holds("Y18"))
struct AttachmentDownloadTests {
    private func scene(_ files: [Int], _ profile: ModelProfile = .dovecot) async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(profile, .textOnly)
        scene.model.deliver(RandomMail.message("a1", files: files))
        try await scene.sync()
        return scene
    }

    @Test("An attachment is downloaded once and then read from the cache")
    func once() async throws {
        let scene = try await scene([1_500_000])
        let files = try scene.missing("a1")
        let told = Mutex<[Int]>([])
        let first = try await scene.download(files) { done, _ in told.withLock { $0.append(done) } }
        #expect(first == [RandomMail.content(1_500_000, seed: 0)])
        #expect(told.withLock { $0.first == 0 && $0.last == files[0].encodedSize && $0 == $0.sorted() })
        let count = scene.model.connectionCount
        #expect(try await scene.download(files) == first)
        #expect(scene.model.connectionCount == count)
        #expect(try scene.cache().has(files[0].key))
    }

    @Test("An interrupted download resumes after the pieces on disk")
    func resume() async throws {
        let scene = try await scene([3_000_000])
        let files = try scene.missing("a1")
        var faults = ModelFaults()
        faults.cut = .said(2_700_000)
        let cut = faults
        let start = scene.model.connectionCount
        let connections = scene.model.connections { $0 == start ? cut : .none }
        #expect(try await scene.download(files, by: connections) == [RandomMail.content(3_000_000, seed: 0)])
        let asked = scene.model.log.filter { $0.connection > start && $0.line.contains("<") }
        #expect(asked.first?.line.contains("<2097152.") ?? false, "\(asked.map(\.line))")
    }

    @Test(
        "Pieces are assembled correctly whatever order the server answers in", arguments: ModelFaults.Order.allCases)
    func order(_ order: ModelFaults.Order) async throws {
        let scene = try await scene([2_000_000])
        var faults = ModelFaults()
        faults.order = order
        let ordered = faults
        let files = try scene.missing("a1")
        let connections = scene.model.connections { _ in ordered }
        #expect(try await scene.download(files, by: connections) == [RandomMail.content(2_000_000, seed: 0)])
    }

    @Test("Another process resumes a download interrupted at any point")
    func stopped() async throws {
        // The server says 1,642,000 bytes, because the file is sent in base64.
        for place in stride(from: .random(in: 500...320_000), through: 1_600_000, by: 320_000) {
            let scene = try await scene([1_200_000])
            let files = try scene.missing("a1")
            var faults = ModelFaults()
            faults.cut = .said(place)
            let cut = faults
            await #expect(throws: AttachmentFailure.self, "\(place)") {
                _ = try await scene.download(files, by: scene.model.connections { _ in cut })
            }
            #expect(try await scene.download(files) == [RandomMail.content(1_200_000, seed: 0)], "\(place)")
        }
    }

    @Test("Fails after three attempts")
    func attempts() async throws {
        let scene = try await scene([1000])
        let start = scene.model.connectionCount
        var faults = ModelFaults()
        faults.cut = .said(3)
        let cut = faults
        let failure = await #expect(throws: AttachmentFailure.self) {
            _ = try await scene.download(scene.missing("a1"), by: scene.model.connections { _ in cut })
        }
        #expect(failure?.isOffline ?? false)
        #expect(scene.model.connectionCount - start == 3)
    }

    @Test("A missing or different message yields no attachment")
    func gone() async throws {
        let scene = try await scene([1000])
        let files = try scene.missing("a1")
        scene.model.expunge(UIDSet(try #require(scene.model.snapshot["INBOX"]?.last?.uid)), in: "INBOX")
        let failure = await #expect(throws: AttachmentFailure.self) { _ = try await scene.download(files) }
        #expect(!(failure?.mayPass ?? true))
        let other = try await self.scene([2000])
        await #expect(throws: AttachmentFailure.self) { _ = try await other.download(files) }
        other.model.renumber("INBOX")
        await #expect(throws: AttachmentFailure.self) { _ = try await other.download(other.missing("a1")) }
    }

    @Test("Evicts the least recently used attachment to stay within the limit")
    func eviction() async throws {
        let scene = try await scene([100_000, 100_001, 100_002, 100_003])
        let files = try scene.missing("a1")
        let cache = try scene.cache(limit: 360_000)
        for file in files.prefix(3) { _ = try await scene.download([file], into: cache) }
        _ = try cache.content(files[0].key)
        _ = try await scene.download([files[3]], into: cache)
        #expect(files.map { cache.has($0.key) } == [true, false, true, true])
        let sizes = try FileManager.default.contentsOfDirectory(
            at: scene.cacheDirectory, includingPropertiesForKeys: [.fileSizeKey]
        ).compactMap { try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize }
        #expect(sizes.reduce(0, +) < 361_000)
        // An attachment larger than the limit is returned but not cached.
        let small = try scene.cache(limit: 1000)
        #expect(try await scene.download([files[1]], into: small) == [RandomMail.content(100_001, seed: 1)])
        #expect(!small.has(files[1].key))
    }
}
