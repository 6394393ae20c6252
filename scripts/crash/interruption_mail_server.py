"""The mail server of a scene of scripts/crash/interrupt-file-changes, and what must be true of it after an interruption.

Once the command was interrupted, syncs without interruption must lead to the state that an uninterrupted command leads
to. A message is accepted at most once without an order of the user, and one that was accepted is in Sent once.
"""

import json
import pathlib
import sys

import interruption_checks

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "hostile"))
import scriptable_mail_server  # noqa: E402

# Syncs after an interruption. The first may find the ledger in use by a process that was just killed.
SYNCS = 3


class Server:
    def __init__(self, folder):
        place = folder.parent / "server"
        place.mkdir(exist_ok=True)
        authority, chain = scriptable_mail_server.make_certificates(place)
        password = place / "password"
        password.touch(mode=0o600)
        password.write_text(scriptable_mail_server.PASSWORD + "\n")
        self.servers = scriptable_mail_server.Servers(chain)
        self.mail = self.servers.mail
        imap, smtp = self.servers.urls()
        self.names = {"imap": imap, "smtp": smtp, "authority": str(authority), "password": str(password)}

    def save(self):
        self.kept = self.servers.kept()

    def restore(self):
        self.servers.set(self.kept)

    def complete(self, stage):
        """Runs the syncs that follow; returns what they report as wrong."""
        found = []
        for number in range(SYNCS):
            run = stage.start(("sync", "--json"))
            if run.returncode and number == SYNCS - 1:
                found.append(f"the last sync ended with {run.returncode}: {run.stdout[-300:].decode(errors='replace')}")
        return found

    def remember(self, stage):
        """Keeps the state that the uninterrupted command leads to."""
        self.complete(stage)
        self.wanted, self.wanted_accepted = self.mail.contents(), self.mail.accepted[:]
        self.wanted_home = interruption_checks.Look(stage.home)

    def judge(self, stage, is_reported):
        found = self.complete(stage)
        accepted = [interruption_checks.essence(octets) for octets in self.mail.accepted]
        for octets in set(accepted):
            if accepted.count(octets) > 1:
                found.append(f"{interruption_checks.name(octets)} was accepted {accepted.count(octets)} times")
        wanted = len(self.wanted_accepted)
        if is_reported and len(accepted) != wanted:
            found.append(f"the command reported success, but {len(accepted)} messages were accepted, not {wanted}")
        look = interruption_checks.Look(stage.home)
        if len(accepted) == wanted and not self.undecided(stage):
            found += interruption_checks.server_faults(self.wanted, self.mail.contents())
            if look != self.wanted_home:
                found.append("the home after the syncs: " + interruption_checks.difference(self.wanted_home, look))
        else:
            # The message was not sent, or the user must say whether it was: it is still in Outbox or Drafts.
            subjects = {interruption_checks.name(message) for message in look.essences}
            for octets in self.wanted_accepted:
                if interruption_checks.name(interruption_checks.essence(octets)) not in subjects:
                    found.append(f"{interruption_checks.name(interruption_checks.essence(octets))} is gone")
        return found

    def undecided(self, stage):
        """Whether a message is in the outbox whose outcome the user must decide, or that waits for an order."""
        run = stage.start(("outbox", "--json"))
        try:
            return bool(json.loads(run.stdout)["outbox"])
        except (ValueError, KeyError):
            return False
