#!/usr/bin/python3
"""Run a private OAuth 2.0 authorization server: Django OAuth Toolkit, on loopback.

usage: authorization_server.py FOLDER HTTPS_PORT HTTP_PORT CERTIFICATE KEY USER:PASSWORD…

Serves users on https://localhost:HTTPS_PORT. The server's issuer is https://localhost:HTTPS_PORT, and its metadata is
where RFC 8414 says. The client "petrel" is a program without a secret; the clients "introspection" and "desktop" have
their names as secrets. The paths and the scope of Google's authorization server work, too. HTTP_PORT is for token
introspection by mail servers [RFC 7662], and for tests: a POST to /expire ends the validity of all access tokens, /revoke
that of all tokens, and a GET of /counts returns the number of tokens ever issued.

Uses the system's Python, because Debian's packages are there.
"""

import datetime
import json
import pathlib
import socketserver
import ssl
import sys
import threading
import wsgiref.simple_server

sys.dont_write_bytecode = True

import django  # noqa: E402
from django.conf import settings  # noqa: E402


def configure(folder, issuer):
    settings.configure(
        SECRET_KEY="a key for tests", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, USE_TZ=True, DEBUG=False,
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "django.sqlite"),
                               "OPTIONS": {"timeout": 20}}},
        INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions",
                        "oauth2_provider"],
        MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware",
                    "django.middleware.csrf.CsrfViewMiddleware",
                    "django.contrib.auth.middleware.AuthenticationMiddleware"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                    "OPTIONS": {"context_processors": ["django.template.context_processors.request",
                                                       "django.contrib.auth.context_processors.auth"]}}],
        DEFAULT_AUTO_FIELD="django.db.models.AutoField", LOGIN_URL="/login/", ISSUER=issuer,
        SECURE_PROXY_SSL_HEADER=None,
        OAUTH2_PROVIDER={"SCOPES": {"mail": "Read and send mail", "introspection": "Check tokens",
                                    "https://mail.google.com/": "Read and send mail"},
                         "DEFAULT_SCOPES": ["mail"], "PKCE_REQUIRED": True, "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
                         "ROTATE_REFRESH_TOKEN": True, "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 0},
    )
    django.setup()


def fill(users):
    """Creates the tables, the users and the clients."""
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from oauth2_provider.models import Application

    call_command("migrate", verbosity=0, run_syncdb=True)
    for entry in users:
        name, password = entry.split(":", 1)
        User.objects.create_user(name, password=password)
    owner = User.objects.first()
    Application.objects.create(
        name="petrel", client_id="petrel", client_type=Application.CLIENT_PUBLIC, user=owner,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris="http://127.0.0.1/ http://127.0.0.1:1/")
    Application.objects.create(
        name="introspection", client_id="introspection", client_secret="introspection", user=owner,
        client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_CLIENT_CREDENTIALS)
    Application.objects.create(
        name="desktop", client_id="desktop", client_secret="desktop", user=owner, redirect_uris="http://127.0.0.1/",
        client_type=Application.CLIENT_CONFIDENTIAL, authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE)


LOGIN_PAGE = """<!doctype html><title>Sign in</title><form method="post">{token}
<input name="username"><input name="password" type="password"><input type="hidden" name="next" value="{next}">
<button id="login">Sign in</button></form>"""


def login_page(request):
    from django.contrib.auth import authenticate, login
    from django.http import HttpResponse, HttpResponseRedirect
    from django.middleware.csrf import get_token
    from django.utils.html import escape

    if request.method == "POST":
        user = authenticate(username=request.POST.get("username"), password=request.POST.get("password"))
        if user:
            login(request, user)
            return HttpResponseRedirect(request.POST.get("next", "/"))
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    return HttpResponse(LOGIN_PAGE.format(token=token, next=escape(request.GET.get("next", "/"))))


def metadata(_):
    from django.http import JsonResponse

    issuer = settings.ISSUER
    return JsonResponse({
        "issuer": issuer, "authorization_endpoint": f"{issuer}/o/authorize/", "token_endpoint": f"{issuer}/o/token/",
        "revocation_endpoint": f"{issuer}/o/revoke_token/", "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"]})


def expire(_):
    from django.http import HttpResponse
    from django.utils import timezone
    from oauth2_provider.models import AccessToken

    AccessToken.objects.update(expires=timezone.now() - datetime.timedelta(hours=1))
    return HttpResponse("")


def revoke(_):
    from django.http import HttpResponse
    from oauth2_provider.models import AccessToken, RefreshToken

    RefreshToken.objects.all().delete()
    AccessToken.objects.all().delete()
    return HttpResponse("")


def counts(_):
    from django.db import connection
    from django.http import JsonResponse

    with connection.cursor() as cursor:
        cursor.execute("select seq from sqlite_sequence where name = 'oauth2_provider_accesstoken'")
        row = cursor.fetchone()
    return JsonResponse({"tokens": row[0] if row else 0})


def paths():
    from django.urls import include, path
    from django.views.decorators.csrf import csrf_exempt
    from oauth2_provider.views import AuthorizationView, TokenView

    return [
        path("o/oauth2/v2/auth", AuthorizationView.as_view()), path("token", TokenView.as_view()),
        path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")), path("login/", login_page),
        path(".well-known/oauth-authorization-server", metadata), path("expire", csrf_exempt(expire)),
        path("revoke", csrf_exempt(revoke)), path("counts", counts),
    ]


class Server(socketserver.ThreadingMixIn, wsgiref.simple_server.WSGIServer):
    daemon_threads = True
    context = None

    def finish_request(self, request, client_address):
        # In the thread of the connection, so that a client that says nothing delays only itself.
        if not self.context:
            return super().finish_request(request, client_address)
        with self.context.wrap_socket(request, server_side=True) as stream:
            super().finish_request(stream, client_address)


class Handler(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *_):
        pass


def serve(port, context=None):
    from django.core.wsgi import get_wsgi_application

    server = wsgiref.simple_server.make_server("127.0.0.1", port, get_wsgi_application(), Server, Handler)
    server.context = context
    if context:
        server.base_environ["wsgi.url_scheme"] = "https"
        server.base_environ["HTTPS"] = "on"
    threading.Thread(target=server.serve_forever, daemon=True).start()


def main(folder, https_port, http_port, certificate, key, *users):
    global urlpatterns
    configure(pathlib.Path(folder), f"https://localhost:{https_port}")
    urlpatterns = paths()
    fill(users)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    serve(int(http_port))
    # Last, because a connection to it means that all is ready.
    serve(int(https_port), context)
    print(json.dumps({"https": int(https_port)}), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    sys.modules[__name__] = sys.modules["__main__"]
    main(*sys.argv[1:])
