internal import Digest
internal import Disk
internal import JSONText
internal import MailTypes

/// The properties that identify the location of a home. A copy differs in at least one of them; renaming the home
/// within its file system changes none. Numbers that the kernel assigns at each boot, such as device numbers, are not
/// used.
struct HomeLocationFingerprint {
    /// The machine ID [machine-id(5)]; `nil` if there is none.
    private let machine: [UInt8]?
    /// The ID of the file system; `nil` if it has none, as on NFS.
    private let fileSystem: UInt64?
    /// The inode of the home directory.
    private let directory: UInt64
    /// The inode and change time, in nanoseconds since 1970, of a file in the home that is never written again. Inodes
    /// are reused soon after a file is deleted, but no program can set the change time, so a copy differs in it.
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

    /// Returns `nil` if the machine ID cannot be read.
    private static func machine(on system: any FileSystem) -> [UInt8]? {
        guard let directory = try? Directory.open(machineFile.directory, on: system),
            let content = try? directory.contents(of: machineFile.name, limit: machineDigits + 1)
        else { return nil }
        let digits = content.prefix(machineDigits)
        let isName = digits.count == machineDigits && digits.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
        return isName ? Array(digits) : nil
    }

    // MARK: - File format

    private static let version: Int64 = 1

    /// Returns the object for the file, with a new ID. Members that a newer version wrote into `former` are kept.
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

    /// Returns whether the object describes this location. Properties unknown on either side are ignored.
    func isDescribed(by object: JSONObject) -> Bool {
        guard let id = object["id"]?.string, Self.number(object["directory"]) == directory,
            Self.number(object["lock"]) == lock, Self.number(object["lockMade"]) == lockMade
        else { return false }
        if let fileSystem, let known = Self.number(object["fileSystem"]), known != fileSystem { return false }
        guard let machine, let known = object["machine"]?.string else { return true }
        return known.utf8.elementsEqual(Self.digest(machine, id).utf8)
    }

    /// The machine ID is confidential, so the file contains a digest of it, salted with the home's own ID.
    private static func digest(_ machine: [UInt8], _ id: String) -> String {
        SHA256.digits(of: Array(id.utf8) + machine)
    }

    private static func digits(_ number: UInt64) -> JSONValue {
        .string(String(decoding: HexadecimalNumber.digits(number), as: UTF8.self))
    }

    private static func number(_ value: JSONValue?) -> UInt64? {
        value?.string.flatMap { HexadecimalNumber.value($0.utf8) }
    }
}
