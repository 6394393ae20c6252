"""A correspondent who answers mail, so that a single user can try petrel."""

import email.message
import email.parser
import email.policy
import email.utils
import imaplib
import smtplib
import ssl
import threading

SECONDS_BETWEEN_LOOKS = 0.3
NAME, ADDRESS, WRITER = "Ana Ruiz", "ana@example.net", "kim@example.net"
ANSWERS = (
    'thanks for "{subject}"! I read it on the train, and it made my morning. More tonight.',
    'about "{subject}": yes, gladly. Tell me when, and I will be there.',
    'your "{subject}" came at the right moment. Let me think about it over lunch.',
)


def answer(message, number):
    """Returns a short reply that mentions the subject of the message."""
    subject = " ".join(str(message["Subject"] or "").split()) or "(no subject)"
    bare = subject[3:].strip() if subject.lower().startswith("re:") else subject
    reply = email.message.EmailMessage()
    reply["From"] = email.utils.formataddr((NAME, ADDRESS))
    reply["To"] = str(message["Reply-To"] or message["From"])
    reply["Subject"] = f"Re: {bare}"
    reply["Date"] = email.utils.localtime()
    reply["Message-ID"] = email.utils.make_msgid(domain="example.net")
    if message["Message-ID"]:
        reply["In-Reply-To"] = message["Message-ID"]
        reply["References"] = " ".join(f"{message['References'] or ''} {message['Message-ID']}".split())
    reply.set_content(f"Hi Kim,\n\n{ANSWERS[number % len(ANSWERS)].format(subject=bare)}\n\nAna\n")
    return reply


class Correspondent(threading.Thread):
    """Watches the mailbox of a user of scripts/servers/run-mail-servers, and answers each message of WRITER once."""

    def __init__(self, user, servers):
        super().__init__(daemon=True)
        self.user, self.password = user, servers.password(user)
        self.imaps, self.submissions = servers.dovecot["imaps"], servers.submission["submissions"]
        self.trust = ssl.create_default_context(cafile=servers.authorities)
        self.count = 0
        self.is_over = threading.Event()

    def stop(self):
        self.is_over.set()
        self.join(5)

    def run(self):
        while not self.is_over.is_set():
            try:
                with imaplib.IMAP4_SSL("localhost", self.imaps, ssl_context=self.trust, timeout=10) as mailbox:
                    mailbox.login(self.user, self.password)
                    mailbox.select("INBOX")
                    while not self.is_over.wait(SECONDS_BETWEEN_LOOKS):
                        self.look(mailbox)
            except (OSError, ValueError, imaplib.IMAP4.error, smtplib.SMTPException):
                # The next connection continues: messages that were answered are flagged.
                self.is_over.wait(SECONDS_BETWEEN_LOOKS)

    def look(self, mailbox):
        mailbox.noop()
        for number in mailbox.search(None, "UNANSWERED", "UNSEEN")[1][0].split():
            content = mailbox.fetch(number, "(BODY.PEEK[HEADER])")[1][0][1]
            # Before the reply is sent: no reply is better than two.
            mailbox.store(number, "+FLAGS", "(\\Seen \\Answered)")
            message = email.parser.BytesParser(policy=email.policy.default).parsebytes(content)
            if email.utils.parseaddr(str(message["From"]))[1].lower() == WRITER:
                self.send(answer(message, self.count))
                self.count += 1

    def send(self, reply):
        with smtplib.SMTP_SSL("localhost", self.submissions, context=self.trust, timeout=10) as server:
            server.login(self.user, self.password)
            server.send_message(reply)
