internal import Digest
internal import Disk
internal import JSONText
internal import MailTypes

/// The facts by which the place of a home is known. A copy differs in at least one of them, a home that was renamed on
/// its disk in none; numbers that the kernel gives anew at each start, such as that of a device, are not among them.
struct HomeFingerprint {
    /// What the machine was named when it was set up [machine-id(5)]; `nil` where it has no name.
    private let machine: [UInt8]?
    /// The file system's own number; `nil` where it has none, as over NFS.
    private let fileSystem: UInt64?
    /// The inode of the home's directory.
    private let directory: UInt64
    /// The inode of a file in it that is never written again, and when it was made, in nanoseconds since 1970. No copy has
    /// that time, since no program can set it, while the number of an inode that went is soon given to another file.
    private let lock: UInt64
    private let lockMade: UInt64

    init(of home: Directory, lockName: [UInt8]) throws(FileError) {
        machine = Self.machine(on: home.system)
        fileSystem = try home.fileSystemID()
        directory = try home.status().inode
        let status = try home.status(of: lockName)
        lock = status?.inode ?? 0
        lockMade = UInt64(bitPattern: status?.changed ?? 0)
    }

    private static let machineFile = (directory: Path("/etc"), name: Array("machine-id".utf8))
    private static let machineDigits = 32

    /// A machine that cannot be asked has no name.
    private static func machine(on system: any FileSystem) -> [UInt8]? {
        guard let directory = try? Directory.open(machineFile.directory, on: system),
            let content = try? directory.contents(of: machineFile.name, limit: machineDigits + 1)
        else { return nil }
        let digits = content.prefix(machineDigits)
        let isName = digits.count == machineDigits && digits.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
        return isName ? Array(digits) : nil
    }

    // MARK: - As a file

    private static let version: Int64 = 1

    /// The object of the file, under a new identity; what a newer version had put into `former` is kept.
    func object(keeping former: JSONObject?) -> JSONObject {
        var object = former ?? JSONObject()
        let id = DraftID.random().text
        object["version"] = .integer(Self.version)
        object["id"] = .string(id)
        object["machine"] = machine.map { .string(Self.digest($0, id)) } ?? .null
        object["fileSystem"] = fileSystem.map { Self.digits($0) } ?? .null
        object["directory"] = Self.digits(directory)
        object["lock"] = Self.digits(lock)
        object["lockMade"] = Self.digits(lockMade)
        return object
    }

    /// Whether a file says of its home that it is here. What only one of them knows decides nothing.
    func isDescribed(by object: JSONObject) -> Bool {
        guard let id = object["id"]?.string, Self.number(object["directory"]) == directory,
            Self.number(object["lock"]) == lock, Self.number(object["lockMade"]) == lockMade
        else { return false }
        if let fileSystem, let known = Self.number(object["fileSystem"]), known != fileSystem { return false }
        guard let machine, let known = object["machine"]?.string else { return true }
        return known.utf8.elementsEqual(Self.digest(machine, id).utf8)
    }

    /// The machine's name is its secret: the file has a digest of it that is another in each home.
    private static func digest(_ machine: [UInt8], _ id: String) -> String {
        SHA256.digits(of: Array(id.utf8) + machine)
    }

    private static func digits(_ number: UInt64) -> JSONValue {
        .string(String(decoding: Hexadecimal.digits(number), as: UTF8.self))
    }

    private static func number(_ value: JSONValue?) -> UInt64? {
        value?.string.flatMap { Hexadecimal.value($0.utf8) }
    }
}
