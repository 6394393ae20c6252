"""Token introspection [RFC 7662]: tells Dovecot which OAuth tokens are valid."""

import http.server
import json
import threading
import urllib.parse

TOKENS = {name: f"token-of-{name}" for name in ("kim", "ana", "leo", "sol")}


class Introspection(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        form = urllib.parse.parse_qs(self.rfile.read(length).decode(errors="replace"))
        token = form.get("token", [""])[0]
        name = next((name for name, known in TOKENS.items() if known == token), None)
        answer = json.dumps({"active": name is not None, "username": name} if name else {"active": False}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


def serve_tokens():
    """Serves introspection requests while the program runs; returns the port on 127.0.0.1."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Introspection)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port
