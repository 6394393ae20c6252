import MailTestSupport
import Testing

@testable import HTTP

@Suite("Form parameters", .holds("Y17"))
struct FormParametersTests {
    @Test("Any bytes survive being encoded and parsed")
    func roundTrip() throws {
        var generator = SeededGenerator.fresh
        for _ in 0..<500 {
            var form = FormParameters()
            for number in 0..<Int.random(in: 0...5, using: &generator) {
                let value = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                form.append("name \(number)", value)
            }
            #expect(FormParameters(parsing: form.octets) == form, "PETREL_SEED=\(generator.seed)")
        }
    }

    @Test("A parameter that occurs twice has no value")
    func duplicate() throws {
        let form = try #require(FormParameters(parsing: Array("code=a&code=b&state=c".utf8)))
        #expect(form["code"] == nil && form["state"] == Array("c".utf8) && form.hasDuplicates)
    }

    @Test("Broken escape sequences are refused", arguments: ["a=%", "a=%4", "a=%4g", "%zz=1"])
    func broken(text: String) {
        #expect(FormParameters(parsing: Array(text.utf8)) == nil)
    }

    @Test("A plus sign is a space, and a missing value is empty")
    func lenient() throws {
        let form = try #require(FormParameters(parsing: Array("a=b+c&d".utf8)))
        #expect(form["a"] == Array("b c".utf8) && form["d"] == [])
    }
}
