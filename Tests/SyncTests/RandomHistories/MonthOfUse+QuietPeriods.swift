import Foundation
import MailEngine
import MailTestSupport

/// Quiet periods, in which all homes sync until nothing changes, and the checks at their end.
extension MonthOfUse {
    func settle() async throws {
        var isQuiet = false
        var isAsked = Array(repeating: false, count: homes.count)
        for _ in 0..<8 where !isQuiet {
            isQuiet = true
            for (number, home) in homes.enumerated() {
                home.scene.cache = home.cache
                let report = try await home.scene.sync(.none, confirming: isAsked[number])
                operations += 1
                if let failure = report.failure { faults.append("a sync fails: \(failure.sentence)") }
                if report.notices.contains(where: { $0.contains("the server refuses") }) { contendAll() }
                story.append("home \(number): quiet sync: \(report.failure?.sentence ?? "done") \(report.notices)")
                isAsked[number] = report.questionedDeletions > 0
                if report.hasChanged || isAsked[number] || report.failure != nil { isQuiet = false }
            }
        }
        for fault in watch.faults(mail) { faults.append(fault) }
        if !isQuiet { faults.append("not quiet after eight rounds of syncs") }
        try await judge()
        quietPeriods += 1
        if faults.isEmpty { story = ["after quiet period \(quietPeriods), \(time) seconds, \(profile)"] }
    }

    /// Notes what is wrong, and takes the present state as the agreed one.
    private func judge() async throws {
        var there: [String: [TestMessage]] = [:]
        for name in HistoryPlayer.names {
            there[name] = try await server.look(name).map { $0.map(server.lasting).sorted() }
        }
        for (number, home) in homes.enumerated() { compare(home.scene, there, "home \(number)") }
        var copies: [String: [TestMessage]] = [:]
        for message in there.values.joined() { copies[message.subject, default: []].append(message) }
        for subject in mail.made.keys.sorted() {
            let number = copies[subject]?.count ?? 0
            if let fault = mail.fault(subject, copies: number, isKept: false),
                number > 0 || mail.fault(subject, copies: 0, isKept: isKept(subject)) != nil
            {
                faults.append(fault)
            }
        }
        for (subject, messages) in copies where messages.count == 1 { compareFlags(subject, messages[0].letters) }
        agree(copies)
    }

    private func compare(_ scene: HomeWithModelServer, _ there: [String: [TestMessage]], _ home: String) {
        for name in HistoryPlayer.names {
            let files = HistoryPlayer.files(in: name, of: scene)
            let here = files.map { scene.lasting(TestMessage(subject: $0.subject, letters: $0.letters)) }.sorted()
            for file in files where !file.isIntact { faults.append("\(home): \(file.subject) has another content") }
            if let messages = there[name] {
                let extra = Set(here).symmetricDifference(messages).sorted()
                if here != messages {
                    faults.append(
                        "\(home), \(name): \(here.count) here, \(messages.count) there, not in both: \(extra)")
                }
            } else if scene.hasMailbox(name) {
                faults.append("\(home): \(name) is only here, with \(here)")
            }
        }
    }

    /// A flag that one side has changed must have changed everywhere, and no other.
    private func compareFlags(_ subject: String, _ letters: String) {
        guard let before = agreed[subject], mail.made[subject] == 1, !unclear.contains(subject),
            !mail.contended.contains(subject),
            !moved.contains(subject) || !mayLoseMovedFlags && !markedTooLate.contains(subject)
        else { return }
        let lasting = server.letters
        for letter in Self.letters where lasting.contains(letter) {
            let changes = marked[Mark(subject: subject, letter: letter)] ?? []
            guard changes.count < 2 else { continue }
            let isExpected = changes.first ?? before.contains(letter)
            if letters.contains(letter) != isExpected {
                faults.append(
                    "\(subject) \(isExpected ? "has lost" : "has got") \(letter): was \(before), is \(letters)")
            }
        }
    }

    private func agree(_ copies: [String: [TestMessage]]) {
        mail = ExpectedMail()
        agreed = [:]
        marked = [:]
        unclear = []
        moved = []
        markedTooLate = []
        mayLoseMovedFlags = false
        total = 0
        for (subject, messages) in copies {
            for _ in messages { mail.make(subject) }
            if messages.count == 1 { agreed[subject] = messages[0].letters }
            total += messages.count
        }
        for number in homes.indices {
            homes[number].isUncertain = false
            homes[number].marked = []
        }
    }

    /// Whether a home has kept a version of the message.
    private func isKept(_ subject: String) -> Bool {
        homes.contains { home in
            let directory = home.scene.home.appending(path: "state/versions")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
            return names.contains { name in
                let file = directory.appending(path: name)
                return TestMessage.subject(of: Array((try? Data(contentsOf: file)) ?? Data())) == subject
            }
        }
    }
}
