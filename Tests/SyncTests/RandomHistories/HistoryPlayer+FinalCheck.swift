import Foundation

extension HistoryPlayer {
    /// Notes everything that is wrong once nothing changes any longer.
    func judge() async throws {
        let there = try await there()
        var copies: [String: Int] = [:]
        for name in Self.names {
            let files = files(in: name)
            let here = files.map { scene.lasting(TestMessage(subject: $0.subject, letters: $0.letters)) }.sorted()
            for file in files where !file.isIntact { note("\(name): \(file.subject) has another content") }
            if let messages = there[name] {
                let messages = messages.map { scene.lasting($0) }.sorted()
                if here != messages { note("\(name): here \(here), there \(messages)") }
                for message in messages { copies[message.subject, default: 0] += 1 }
            } else if scene.hasMailbox(name) {
                note("\(name) is only here, with \(here)")
            }
        }
        let kept = kept()
        for subject in account.made.keys.sorted() {
            let fault = account.fault(subject, copies: copies[subject] ?? 0, isKept: kept.contains(subject))
            if let fault { note(fault) }
        }
    }

    /// The subjects of the kept versions.
    private func kept() -> Set<String> {
        let directory = scene.home.appending(path: "state/versions")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return Set(
            names.map { name in
                TestMessage.subject(of: Array((try? Data(contentsOf: directory.appending(path: name))) ?? Data()))
            })
    }
}
