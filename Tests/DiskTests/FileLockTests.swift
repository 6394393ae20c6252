import Disk
import Foundation
import Glibc
import MailTestSupport
import Testing

/// Another process that holds a lock for some time.
final class LockHolder {
    private let process = Process()

    init(_ file: Path, seconds: String) throws {
        process.executableURL = URL(filePath: "/bin/sh")
        // exec replaces the shell, so that killing the process releases the lock.
        process.arguments = ["-c", "exec 9<\"$0\"; flock 9; echo held; exec sleep \"$1\"", file.description, seconds]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        #expect(output.fileHandleForReading.availableData == Data("held\n".utf8))
    }

    func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
    }

    func end() {
        process.waitUntilExit()
    }
}

@Suite("Locks")
struct FileLockTests {
    private let name = Array("lock")

    @Test("A lock is exclusive to one holder or shared by several", arguments: DiskKind.allCases)
    func exclusion(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        let directory = try ground.directory
        do {
            let held = try directory.lock(name, waiting: false)
            #expect(held != nil)
            #expect(try directory.lock(name, waiting: false) == nil)
            #expect(try directory.lock(name, exclusively: false, waiting: false) == nil)
            withExtendedLifetime(held) {}
        }
        let shared = try (0..<2).map { _ in try directory.lock(name, exclusively: false, waiting: false) }
        #expect(shared.allSatisfy { $0 != nil })
        #expect(try directory.lock(name, waiting: false) == nil)
        withExtendedLifetime(shared) {}
    }

    @Test("A lock is released with its value, and the lock file stays", arguments: DiskKind.allCases)
    func release(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        let directory = try ground.directory
        for _ in 0..<3 { #expect(try directory.lock(name, waiting: false) != nil) }
        #expect(try ground.listing() == ["lock =  (1)"])
        if let memory = ground.memory { #expect(memory.openCount == 1) }
    }

    @Test("Distinguishes a lock on a removed file from one on the file that replaced it")
    func removed() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store"))
        let directory = try Directory.open(Path("/store"), on: disk)
        let lock = try #require(try directory.lock(name, waiting: false))
        #expect(try lock.isHeld(of: name, in: directory))
        try directory.remove(name)
        #expect(try !lock.isHeld(of: name, in: directory))
        let other = try #require(try directory.lock(name, waiting: false))
        #expect(try !lock.isHeld(of: name, in: directory))
        #expect(try other.isHeld(of: name, in: directory))
    }

    @Test("A lock is released when its process dies")
    func death() throws {
        let disk = MemoryFileSystem()
        disk.plant(.directory, at: Path("/store"))
        let held = try Directory.open(Path("/store"), on: disk).lock(name, waiting: false)
        disk.kill()
        #expect(try Directory.open(Path("/store"), on: disk).lock(name, waiting: false) != nil)
        withExtendedLifetime(held) {}
    }

    @Test("Refuses to lock a pipe, a directory or a link", arguments: DiskKind.allCases)
    func refusal(_ kind: DiskKind) throws {
        let ground = try ScratchDirectory(kind)
        try ground.plant(.other, "pipe")
        try ground.plant(.directory, "directory")
        try ground.plant(.link, "link", "elsewhere")
        let directory = try ground.directory
        for name in ["pipe", "directory", "link"] {
            let error = #expect(throws: FileError.self) { try directory.lock(Array(name), waiting: false) }
            #expect(error?.operation == .lock && error?.subject.hasSuffix(name) == true)
        }
        #expect(try directory.status(of: Array("elsewhere")) == nil)
    }

    @Test("Waits for a lock until the process that holds it is killed")
    func waiting() throws {
        let ground = try ScratchDirectory(.posix)
        try ground.plant(.file, "lock")
        let holder = try LockHolder(Path("\(ground.path)/lock"), seconds: "60")
        let directory = try ground.directory
        #expect(try directory.lock(name, waiting: false) == nil)
        holder.kill()
        #expect(try directory.lock(name, waiting: true) != nil)
        holder.end()
    }

    @Test("Waits for a running lock holder, and fails with the process ID of a stopped one")
    func stoppedHolder() throws {
        let ground = try ScratchDirectory(.posix)
        let directory = try ground.directory
        let file = directory.path / name
        let holder = try StoppedLockHolder(of: file.description)
        let begin = ContinuousClock.now
        var failure: FileError?
        do throws(FileError) { _ = try directory.lock(name, waiting: true) } catch { failure = error }
        let waited = ContinuousClock.now - begin
        #expect(failure?.holder == holder.processID)
        #expect(failure?.description.contains("kill -CONT \(holder.processID)") ?? false)
        #expect(waited > .seconds(2) && waited < .seconds(30), "\(waited)")
        // The holder runs on and ends after some seconds; the waiting process then gets the lock.
        let finishing = Thread {
            Thread.sleep(forTimeInterval: 4)
            holder.finish()
        }
        holder.proceed()
        finishing.start()
        #expect(try directory.lock(name, waiting: true) != nil)
    }
}
