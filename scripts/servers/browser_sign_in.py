"""What a person does in a browser to sign in at scripts/servers/authorization_server.py."""

import html.parser
import ssl
import urllib.parse
import urllib.request

SECONDS = 60


class Form(html.parser.HTMLParser):
    """The hidden fields of a page."""

    def __init__(self, text):
        super().__init__()
        self.fields = {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "input" and attributes.get("type") == "hidden":
            self.fields[attributes["name"]] = attributes.get("value", "")


def sign_in_with_browser(address, user, password, authorities):
    """Signs in as a user of a browser does, and allows the access. Returns the text of the last page."""
    opener = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(),
        urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authorities)))
    page = opener.open(address, timeout=SECONDS)
    for answers in ({"username": user, "password": password}, {"allow": "Authorize"}):
        fields = {**Form(page.read().decode()).fields, **answers}
        request = urllib.request.Request(page.url, urllib.parse.urlencode(fields).encode(), {"Referer": page.url})
        page = opener.open(request, timeout=SECONDS)
    return page.read().decode()
