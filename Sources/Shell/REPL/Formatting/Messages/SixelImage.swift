internal import Platform
internal import Processes

/// Images as sixels, which img2sixel of libsixel makes of an image file.
enum SixelImage {
    static let program = "img2sixel"
    private static let longest = Duration.seconds(10)
    private static let mostOutput = 8 << 20

    /// Returns the control sequence that draws an image file, followed by a line feed; `nil` if the program fails. `width`:
    /// in pixels, or `nil` for the image's own.
    static func sequence(_ file: [UInt8], width: Int?, _ environment: Environment) -> [UInt8]? {
        let words = [program, "-S"] + (width.map { ["-w", "\($0)"] } ?? [])
        let output = try? ProgramOutput.of(
            program: words.map { Array($0.utf8) }, input: file, environment, within: longest, atMost: mostOutput)
        return output.flatMap(validated).map { $0 + [0x0A] }
    }

    /// Returns the output if it is one sixel sequence and nothing else: the file is a stranger's, and the program may have
    /// errors that let it choose what is printed.
    static func validated(_ output: [UInt8]) -> [UInt8]? {
        guard output.starts(with: [0x1B, 0x50]), output.count > 5, output.suffix(2).elementsEqual([0x1B, 0x5C]) else {
            return nil
        }
        let body = output[2..<output.count - 2]
        let parameters = body.prefix { $0 &- 0x30 < 10 || $0 == 0x3B }
        guard body.dropFirst(parameters.count).first == 0x71 else { return nil }
        return body.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A || $0 == 0x0D } ? output : nil
    }
}
