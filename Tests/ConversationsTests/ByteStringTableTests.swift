import MailTestSupport
import Testing

@testable import Conversations

@Suite("Byte string table")
struct ByteStringTableTests {
    @Test("A string keeps its number while it is referenced, and numbers are unique")
    func numbers() {
        var random = SeededGenerator.fresh
        var table = ByteStringTable()
        var model: [[UInt8]: (number: Int32, references: Int)] = [:]
        for _ in 0..<50_000 {
            let string =
                Array(String(repeating: "x", count: 40).utf8) + Array("\(Int.random(in: 0..<500, using: &random))".utf8)
            if Bool.random(using: &random) {
                let number = table.retain(string)
                #expect(model[string]?.number ?? number == number, "seed \(random.seed)")
                model[string] = (number, (model[string]?.references ?? 0) + 1)
            } else if let known = model[string] {
                table.release(known.number)
                model[string] = known.references == 1 ? nil : (known.number, known.references - 1)
            }
        }
        #expect(Set(model.values.map(\.number)).count == model.count, "seed \(random.seed)")
        #expect(table.capacity <= 500)
    }
}
