/// The account that a command such as `msmtp -a work -t` uses; `""` for msmtp's default account. `nil` for another
/// program.
func msmtpAccount(in command: String) -> String? {
    let words = quotedWords(of: command)
    guard let program = words.first?.split(separator: "/").last, program.utf8.starts(with: "msmtp".utf8) else {
        return nil
    }
    for (index, word) in words.enumerated() {
        if word == "-a" || word == "--account" { return index + 1 < words.count ? words[index + 1] : "" }
        if word.utf8.starts(with: "--account=".utf8) { return String(word.dropFirst(10)) }
        if word.utf8.starts(with: "-a".utf8), !word.utf8.starts(with: "-a-".utf8) { return String(word.dropFirst(2)) }
    }
    return ""
}
