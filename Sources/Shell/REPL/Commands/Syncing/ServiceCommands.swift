internal import Disk
internal import Terminal

extension Command {
    static let serviceInstall = Command(
        name: "service install", summary: "run watch in the background while you are logged in", places: [.program],
        configuration: .none,
        details: """
            Writes petrel.service for systemd's manager of your own services, and starts it. Its messages are in the journal:
            journalctl --user -u petrel. If systemd does not run here, prints a line for crontab. To keep the service running
            after you log out, type: loginctl enable-linger. The service gets PATH and the directories of this shell, and may
            write in your home directory and in the Maildirs of the accounts. After a change to these, install it again.
            """,
        examples: ["petrel service install"]
    ) { invocation, console throws(CommandFailure) in
        let unit = ServiceUnit(console)
        let path = try unit.install()
        // A service that runs already gets the new unit only if it starts again.
        let isStarted =
            unit.manage("daemon-reload") && unit.manage("enable", ServiceUnit.name)
            && unit.manage("restart", ServiceUnit.name)
        let failure = isStarted ? nil : CommandFailure(.someFailed, "notStarted", unit.advice)
        if console.isJSON {
            console.object(of: invocation.command.name, failure) { json in
                json.key("path")
                json.string(path.description)
            }
        }
        console.printLine("Installed \(path).")
        if isStarted { console.printLine("watch runs in the background. Type: petrel service status") }
        if let failure { console.note(failure.message) }
        return isStarted ? .done : .someFailed
    }

    static let serviceRemove = Command(
        name: "service remove", summary: "stop and remove the background service", places: [.program],
        configuration: .none,
        details: "Changes nothing else. Mail is then synced only when you type sync.",
        examples: ["petrel service remove"]
    ) { invocation, console throws(CommandFailure) in
        let unit = ServiceUnit(console)
        let isStopped = unit.manage("disable", "--now", ServiceUnit.name)
        let isRemoved = try unit.remove()
        if isStopped { _ = unit.manage("daemon-reload") }
        console.answer(
            invocation.command,
            { json in
                json.key("removed")
                json.bool(isRemoved)
            }, text: { _ in })
        console.printLine(isRemoved ? "The service is stopped and removed." : "The service was not installed.")
        return .done
    }

    static let serviceStatus = Command(
        name: "service status", summary: "show whether the background service runs", places: [.program],
        configuration: .none,
        details: "Exits with 1 if it does not run.", examples: ["petrel service status"]
    ) { invocation, console throws(CommandFailure) in
        let unit = ServiceUnit(console)
        let isInstalled = try unit.isInstalled()
        let isRunning = unit.manage("is-active", ServiceUnit.name)
        console.answer(
            invocation.command,
            { json in
                json.key("installed")
                json.bool(isInstalled)
                json.key("running")
                json.bool(isRunning)
            }, text: { _ in })
        console.printLine(
            "The service is \(isInstalled ? "installed" : "not installed")\(isRunning ? " and runs" : "").")
        console.noteUnwritableDirectories()
        return isRunning ? .done : .someFailed
    }
}
