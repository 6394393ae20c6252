import Contacts
import Glibc
import MailTypes

// Three accounts with as many contacts as they can remember, and what somebody types, letter by letter. All of it is
// made of counters, so that each run does the same.

let givenNames = ["Kim", "Zoë", "Jürgen", "Мария", "Ana", "太郎", "Łukasz", "Noa", "Timo", "Halina", "Đức", "Élodie"]
let familyNames = [
    "Park", "Ångström", "Müller", "Иванова", "García", "山田", "Żółkiewski", "Levi", "Mäkelä", "Costa", "Smith",
]
let domains = ["example.org", "example.com", "mail.example.net", "fjord.example.net", "harbour.example.org"]

func book(_ account: Int) -> ContactBook {
    ContactBook(
        (0..<ContactBook.capacity).map { number in
            let person = number &* 7919 &+ account &* 104_729
            let given = givenNames[person % givenNames.count]
            let family = familyNames[person / 13 % familyNames.count]
            let letters = (0..<3).map { String(UnicodeScalar(UInt8(97 + (person >> $0 * 5) % 26))) }.joined()
            return Contact(
                address: EmailAddress("\(letters).\(person % 30_000)@\(domains[person % domains.count])"),
                name: "\(given) \(family)", lastSeen: Instant(seconds: Int64(person)), frequency: 1 + person % 97)
        })
}

/// The time under which `share` of the runs were, in microseconds.
func percentile(_ share: Double, _ times: [Duration]) -> Int {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return 0 }
    let time = sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    return Int(time.components.attoseconds / 1_000_000_000_000) + Int(time.components.seconds) * 1_000_000
}

func report(_ name: String, _ times: [Duration]) {
    print(
        "\(name): best \(percentile(0, times)) us, p50 \(percentile(0.5, times)) us, p99 \(percentile(0.99, times)) us, \(times.count) runs"
    )
}

let clock = ContinuousClock()
let books = (0..<3).map(book)
var index = ContactIndex(books)
report("index", (0..<30).map { _ in clock.measure { index = ContactIndex(books) } })

var queries = (97..<123 as Range<UInt8>).map { String(UnicodeScalar($0)) }
for word in [
    "example", "mail.example.net", "kim park", "müller", "мария", "山田", "zzz", "exq", "com org", "e o k p", "a 山",
] {
    for length in 1...word.count { queries.append(String(word.prefix(length))) }
}
var found = 0
var times: [Duration] = []
for _ in 0..<20 {
    for query in queries { times.append(clock.measure { found += index.matches(query, limit: 10).count }) }
}
report("query", times)
print("contacts: \(index.count), found: \(found)")
// What a person types must be answered before the next frame; the rest of it is for the terminal.
let limit = 2000
exit(percentile(0.99, times) < limit ? 0 : 1)
