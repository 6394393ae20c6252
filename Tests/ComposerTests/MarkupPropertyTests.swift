import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@testable import Composer

@Suite("Markup of random text", .holds("C07", "C08"))
struct MarkupPropertyTests {
    private static let pieces = [
        "*", "*", "**", "***", "[", "](", ")", "](http://x.org) ", "](javascript:a)", "!", " ![", "](plan.png) ", "\\",
        " ", " ",
        "a", "Thursday", "word", "é", "重", "&amp;", "<b>", "\"", "'", "\t", "\u{0}", "\u{9F}", "(", "> ", "\u{301}",
    ]

    private func line(_ random: inout SeededGenerator, upTo length: Int = 12) -> String {
        (0..<Int.random(in: 0...length, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            .joined()
    }

    @Test("The runs of a line add up to the line")
    func runs() {
        var random = SeededGenerator.fresh
        for _ in 0..<20_000 {
            let line = line(&random)
            let text = Markup.runs(of: line, pictures: ["plan.png"]).map(\.text).joined()
            #expect(text.utf8.elementsEqual(line.utf8), "PETREL_SEED=\(random.seed): \(line.debugDescription)")
        }
    }

    @Test("The HTML has the words of the plain text, in the same order")
    func words() {
        var random = SeededGenerator.fresh
        for _ in 0..<5000 {
            let lines = (0..<3).map { _ in line(&random) }
            guard let html = Markup.html(lines, pictures: ["plan.png": MessageID("p@x")]) else { continue }
            let seen = lines.map { $0.utf8.first == 0x3E ? $0 : Markup.plainText($0, pictures: ["plan.png"]) }
            var shown = letters(String(decoding: HTMLToText.render(Array(html.utf8)), as: UTF8.self))[...]
            let comment = Comment(rawValue: "PETREL_SEED=\(random.seed): \(lines.debugDescription) in \(html)")
            for letter in letters(seen.joined(separator: " ")) {
                // The addresses of links are in between.
                guard let index = shown.firstIndex(of: letter) else {
                    Issue.record(comment)
                    break
                }
                shown = shown[(index + 1)...]
            }
        }
    }

    private func letters(_ text: String) -> [UInt8] {
        SearchFold.words(of: text).filter { $0 != 0x20 }
    }

    @Test("Adding and removing marks restores the line")
    func roundTrip() {
        var random = SeededGenerator.fresh
        var marked = 0
        for _ in 0..<20_000 {
            let line = line(&random)
            let text = MarkupVisibleText(MarkupLine(line))
            guard text.octets.count > 1 else { continue }
            let start = Int.random(in: 0..<text.octets.count - 1, using: &random)
            let phrase = start..<Int.random(in: start + 1...text.octets.count, using: &random)
            let style: Markup.Style = [.bold, .italic, .link("http://y.org")].randomElement(using: &random) ?? .bold
            let range = text.place(of: phrase)
            guard let result = try? Markup.adding(style, to: range, of: line) else { continue }
            marked += 1
            let comment = Comment(
                rawValue: "PETREL_SEED=\(random.seed): \(line.debugDescription) \(range) \(style) \(result)")
            let after = MarkupVisibleText(MarkupLine(result))
            #expect(after.octets == text.octets, comment)
            guard text.looks[phrase].allSatisfy({ $0 == .init() }) else { continue }
            guard let back = try? Markup.removingMarks(from: after.place(of: phrase), of: result) else {
                Issue.record(comment)
                continue
            }
            #expect(MarkupVisibleText(MarkupLine(back)).shows(text), comment)
            if !line.utf8.contains(0x5C) { #expect(back.utf8.elementsEqual(line.utf8), comment) }
        }
        #expect(marked > 1000)
    }
}
