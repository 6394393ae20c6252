"""The configurations of the servers of scripts/servers/run-mail-servers."""

import grp

# The capabilities that Dovecot announces after login. Removing one does not disable it: a client that uses it anyway
# ignores the announcement.
FULL = """IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE SORT SORT=DISPLAY THREAD=REFERENCES THREAD=REFS
    THREAD=ORDEREDSUBJECT MULTIAPPEND URL-PARTIAL CATENATE UNSELECT CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED I18NLEVEL=1
    CONDSTORE QRESYNC ESEARCH ESORT SEARCHRES WITHIN CONTEXT=SEARCH LIST-STATUS BINARY MOVE SNIPPET=FUZZY
    PREVIEW=FUZZY PREVIEW STATUS=SIZE SAVEDATE LITERAL+ NOTIFY SPECIAL-USE""".split()


def without(*names):
    return " ".join(name for name in FULL if name not in names)


CAPABILITIES = {
    "dovecot-noqresync": without("QRESYNC"),
    "dovecot-nocondstore": without("QRESYNC", "CONDSTORE"),
    "dovecot-plain": "IMAP4rev1 IDLE NAMESPACE CHILDREN",
}
SPECIAL_USE = ("Drafts", "Sent", "Trash", "Junk", "Archive")


def dovecot(server, name, imap, imaps, lmtp, auth, is_root):
    ground, folder = server.ground, server.folder
    separator, prefix = (".", "INBOX.") if name == "dovecot-prefix" else ("/", "")
    mailboxes = "\n".join(
        f"  mailbox {mailbox} {{\n    auto = subscribe\n    special_use = \\{mailbox}\n  }}" for mailbox in SPECIAL_USE)
    capability = f"protocol imap {{\n  imap_capability = {CAPABILITIES[name]}\n}}" if name in CAPABILITIES else ""
    owner = ground.owner
    unprivileged = "" if is_root else f"""
default_login_user = {owner.pw_name}
default_internal_user = {owner.pw_name}
default_internal_group = {grp.getgrgid(owner.pw_gid).gr_name}
service anvil {{
  chroot =
}}"""
    return f"""
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap lmtp
listen = 127.0.0.1, 127.0.0.2
first_valid_uid = 1
default_vsz_limit = 2G
ssl = required
ssl_cert = <{ground.certificate}
ssl_key = <{ground.key}
ssl_dh =
auth_mechanisms = plain login scram-sha-256 xoauth2 oauthbearer
auth_username_format = %Ln
auth_failure_delay = 0
mail_location = maildir:~/Maildir
mail_max_userip_connections = 100
# Every "still here" of the server would wake the clients whose wake-ups are counted.
imap_idle_notify_interval = 29 mins
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {folder}/oauth2.conf
}}
passdb {{
  driver = passwd-file
  mechanisms = plain login scram-sha-256
  args = {folder}/users
}}
userdb {{
  driver = passwd-file
  args = {folder}/users
}}
namespace inbox {{
  inbox = yes
  separator = {separator}
  prefix = {prefix}
{mailboxes}
}}
{capability}
protocol lmtp {{
  postmaster_address = postmaster@example.net
}}
service imap-login {{
  # As for servers with many clients: a process for each sign-in would take more time than what is tested.
  service_count = 0
  {"" if is_root else "chroot ="}
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {auth}
  }}
}}
{unprivileged}
"""


def dovecot_tokens(introspection):
    return f"""
introspection_mode = post
introspection_url = {introspection}
username_attribute = username
active_attribute = active
active_value = true
"""


def cyrus(server, host):
    folder, owner = server.folder, server.ground.owner
    folders = " | ".join(SPECIAL_USE)
    uses = "\n".join(f"xlist-{name.lower()}: {name}" for name in SPECIAL_USE)
    return f"""
configdirectory: {folder}/conf
defaultpartition: default
partition-default: {folder}/spool
idlesocket: {folder}/sockets/idle
lmtpsocket: {folder}/sockets/lmtp
notifysocket: {folder}/sockets/notify
proc_path: {folder}/proc
mboxname_lockpath: {folder}/lock
sievedir: {folder}/sieve
cyrus_user: {owner.pw_name}
cyrus_group: {grp.getgrgid(owner.pw_gid).gr_name}
servername: {host}
unixhierarchysep: yes
altnamespace: yes
virtdomains: off
allowplaintext: no
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
sasl_sasldb_path: {folder}/sasldb2
sasl_mech_list: PLAIN LOGIN SCRAM-SHA-256
tls_server_cert: {folder}/{server.ground.certificate.name}
tls_server_key: {folder}/{server.ground.key.name}
autocreate_quota: 0
autocreate_inbox_folders: {folders}
autocreate_subscribe_folders: {folders}
{uses}
specialusealways: yes
imapidlepoll: 1
duplicatesuppression: no
bare_suppress_capabilities: UIDPLUS MOVE REPLACE
"""


def cyrus_master(server, root, imap, imaps, bare, lmtp):
    def command(name, *options):
        return " ".join([f"{root}/usr/lib/cyrus/bin/{name}", "-C", f"{server.folder}/imapd.conf", *options])
    return f"""
START {{
  recover cmd="{command("ctl_cyrusdb", "-r")}"
  idled cmd="{command("idled")}"
}}
SERVICES {{
  imap cmd="{command("imapd")}" listen="127.0.0.1:{imap}" prefork=0
  imaps cmd="{command("imapd", "-s")}" listen="127.0.0.1:{imaps}" prefork=0
  bare cmd="{command("imapd", "-s")}" listen="127.0.0.1:{bare}" prefork=0
  lmtp cmd="{command("lmtpd", "-a")}" listen="127.0.0.1:{lmtp}" prefork=0
}}
EVENTS {{
}}
"""


DOMAINS = ("example.net", "example.org", "example.com")

# The replies for rejected recipients, by local part.
REFUSED_RECIPIENTS = {
    "550": "550 5.1.1 No such user here",
    "450": "450 4.2.1 Mailbox busy",
    "451": "451 4.7.1 Greylisted, try again later",
    "452": "452 4.2.2 Mailbox full",
    "521": "521 5.3.2 Host accepts no mail",
    "554": "554 5.7.1 Refused as spam",
}
SIZE_LIMIT = 31457280


def postfix_recipients():
    return "".join(f"/^{name}@/ {answer}\n" for name, answer in REFUSED_RECIPIENTS.items())


COURIER_ABILITIES = "IMAP4rev1 UIDPLUS CHILDREN NAMESPACE THREAD=ORDEREDSUBJECT THREAD=REFERENCES SORT QUOTA IDLE"

COURIER_AUTHENTICATION = """authmodulelist="authuserdb"
authmodulelistorig="authuserdb"
daemons=3
authdaemonvar=/run/courier/authdaemon
DEBUG_LOGIN=0
DEFAULTOPTIONS=""
LOGGEROPTS=""
"""


def courier_user(name, password, owner, home):
    facts = {"uid": owner.pw_uid, "gid": owner.pw_gid, "home": home, "mail": home / "Maildir", "systempw": password}
    return name + "\t" + "|".join(f"{key}={value}" for key, value in facts.items()) + "\n"


def courier_environment(certificate):
    """Returns the environment variables that the package's start scripts would set, if they matter here."""
    return {
        "IMAP_CAPABILITY": COURIER_ABILITIES, "IMAP_CAPABILITY_TLS": f"{COURIER_ABILITIES} AUTH=PLAIN",
        "IMAP_KEYWORDS": "1", "IMAP_ACL": "0", "IMAP_EMPTYTRASH": "", "IMAP_MOVE_EXPUNGE_TO_TRASH": "0",
        "IMAP_USELOCKS": "0", "IMAP_UMASK": "077", "IMAP_OBSOLETE_CLIENT": "0", "IMAP_CHECK_ALL_FOLDERS": "0",
        "IMAP_ENHANCEDIDLE": "0", "IMAP_IDLE_TIMEOUT": "60", "IMAP_DISABLETHREADSORT": "0", "IMAP_MAILBOX_SANITY_CHECK": "1",
        "IMAP_TLS_REQUIRED": "0", "IMAP_STARTTLS": "YES", "IMAP_BOUNCE": "", "IMAP_TRASHFOLDERNAME": "Trash",
        "COURIERTLS": "/usr/bin/couriertls", "TLS_CERTFILE": str(certificate), "TLS_VERIFYPEER": "NONE",
        "TLS_PROTOCOL": "TLSv1.2+",
    }


def courier_start(folder, root, machine, imap, imaps):
    """Returns the script that mounts Courier's files at their fixed paths and starts it."""
    listen = "couriertcpd -address=127.0.0.1 -maxprocs=400 -maxperip=400 -nodnslookup -noidentlookup"
    serve = "/usr/lib/courier/courier/imaplogin /usr/bin/imapd Maildir"
    return f"""set -e
PATH=$PATH:/usr/sbin:/usr/bin
export LD_LIBRARY_PATH={root}/lib/{machine}
mount -t overlay overlay -o lowerdir={root}/usr:/usr /usr
mount -t overlay overlay -o lowerdir={root}/etc:/etc,upperdir={folder}/etc,workdir={folder}/work /etc
mount -t tmpfs tmpfs /run
mkdir -p /run/courier/authdaemon
makeuserdb
/usr/lib/courier/courier-authlib/authdaemond &
{listen} {imap} {serve} &
export IMAP_TLS=1
exec {listen} {imaps} /usr/bin/couriertls -server -tcpd {serve}
"""


def postfix_main(server, host, dovecot):
    ground, folder = server.ground, server.folder
    return f"""
compatibility_level = 3.7
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = {host}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = {', '.join(DOMAINS)}
virtual_mailbox_maps = static:known
virtual_transport = lmtp:inet:127.0.0.1:{dovecot["lmtp"]}
local_transport = error:5.7.1 nothing is delivered on this machine
default_transport = error:5.7.1 nothing leaves this machine
relay_transport = error:5.7.1 nothing leaves this machine
smtp_dns_support_level = disabled
smtpd_peername_lookup = no
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_tls_cert_file = {ground.certificate}
smtpd_tls_key_file = {ground.key}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{dovecot["auth"]}
smtpd_delay_reject = yes
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = check_recipient_access regexp:{folder}/recipients, permit_sasl_authenticated, reject
smtpd_error_sleep_time = 0
smtpd_client_connection_count_limit = 0
message_size_limit = {SIZE_LIMIT}
mailbox_size_limit = 0
"""


def postfix_master(submission, submissions):
    return f"""
127.0.0.1:{submission} inet n - n - - smtpd
127.0.0.1:{submissions} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - error
relay unix - - n - - error
local unix - n n - - error
virtual unix - n n - - error
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


def exim(server, host, submission, submissions, lmtp):
    folder, owner = server.folder, server.ground.owner
    group = grp.getgrgid(owner.pw_gid).gr_name
    refusals = "\n".join(
        f"  {'deny' if answer.startswith('5') else 'defer'}\n    local_parts = {name}\n    message = {answer}"
        for name, answer in REFUSED_RECIPIENTS.items())
    def knows(name, password):
        """Rejects an empty password, because looking up an unknown user also returns an empty string."""
        known = f"${{lookup{{${{local_part:{name}}}}}lsearch{{{folder}/users}}}}"
        return f"${{if and{{{{!eq{{{password}}}{{}}}}{{eq{{{password}}}{{{known}}}}}}}}}"
    return f"""
exim_user = {owner.pw_name}
exim_group = {group}
never_users =
exim_path = {folder}/exim
deliver_drop_privilege = true
spool_directory = {folder}/spool
log_file_path = {folder}/%slog
log_selector = +subject
pid_file_path = {folder}/pid
primary_hostname = {host}
qualify_domain = {DOMAINS[0]}
local_interfaces = 127.0.0.1
daemon_smtp_ports = {submission} : {submissions}
tls_on_connect_ports = {submissions}
tls_advertise_hosts = *
tls_certificate = {folder}/{server.ground.certificate.name}
tls_privatekey = {folder}/{server.ground.key.name}
auth_advertise_hosts = ${{if def:tls_in_cipher {{*}}{{}}}}
message_size_limit = {SIZE_LIMIT}
smtp_accept_max = 0
smtp_accept_queue_per_connection = 0
smtp_accept_max_per_connection = 0
smtp_accept_max_nonmail_hosts =
acl_smtp_rcpt = recipient
acl_smtp_data = accept
domainlist here = {" : ".join(DOMAINS)}
keep_environment =
rfc1413_hosts =
host_lookup =
chunking_advertise_hosts =
begin acl
recipient:
  deny
    !authenticated = *
    message = 530 5.7.0 Authentication required
  deny
    !domains = +here
    message = 550 5.7.1 nothing leaves this machine
{refusals}
  accept
begin routers
dovecot:
  driver = accept
  domains = +here
  transport = dovecot
begin transports
dovecot:
  driver = smtp
  protocol = lmtp
  hosts = 127.0.0.1
  hosts_override
  allow_localhost
  hosts_avoid_tls = *
  port = {lmtp}
  rcpt_include_affixes
begin retry
* * F,1h,1s
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = {knows("$auth2", "$auth3")}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = {knows("$auth1", "$auth2")}
  server_set_id = $auth1
"""
