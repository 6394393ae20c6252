/* What scripts/crash/thunderbird_client.py lets Thunderbird do: `actions.NAME(…)`, with the interfaces that its own windows
   use. A mailbox has its name on the server, and a message is named by its subject, which must be unique there. */

const { MailServices } = ChromeUtils.importESModule("resource:///modules/MailServices.sys.mjs");

const ANSWERED = Ci.nsMsgMessageFlags.Replied;
const FORWARDED = Ci.nsMsgMessageFlags.Forwarded;
const POLL_MILLISECONDS = 20;
const END_MILLISECONDS = 15000;

function pause(milliseconds) {
  return new Promise(resolve => Services.wm.getMostRecentWindow("mail:3pane").setTimeout(resolve, milliseconds));
}

/* Waits until a condition is true, and returns whether it became true in time. */
async function until(condition, milliseconds) {
  const limit = Date.now() + milliseconds;
  while (!condition()) {
    if (Date.now() > limit) {
      return false;
    }
    await pause(POLL_MILLISECONDS);
  }
  return true;
}

/* Begins an operation with a listener and waits until the listener is told that it has ended. If its connection closes
   meanwhile, Thunderbird sometimes does not tell. */
function ended(begin) {
  const told = new Promise(resolve => {
    begin({
      QueryInterface: ChromeUtils.generateQI(["nsIUrlListener", "nsIMsgCopyServiceListener"]),
      OnStartRunningUrl() {},
      OnStopRunningUrl: (url, status) => resolve(status),
      onStartCopy() {},
      onProgress() {},
      setMessageKey() {},
      getMessageId: () => null,
      onStopCopy: status => resolve(status),
    });
  });
  return Promise.race([told, pause(END_MILLISECONDS)]);
}

/* The same, with a notice of the folder notification service. */
async function announced(notice, begin, milliseconds) {
  let isAnnounced = false;
  const listener = { [notice]: () => { isAnnounced = true; } };
  MailServices.mfn.addListener(listener, Ci.nsIMsgFolderNotificationService[notice]);
  begin();
  await until(() => isAnnounced, milliseconds);
  MailServices.mfn.removeListener(listener);
  return isAnnounced;
}

const server = () => MailServices.accounts.accounts.find(one => one.incomingServer.type == "imap").incomingServer;
const identity = () => MailServices.accounts.accounts.find(one => one.incomingServer.type == "imap").defaultIdentity;

const mailboxes = () => server().rootFolder.descendants.map(one => one.QueryInterface(Ci.nsIMsgImapMailFolder))
  .filter(one => !one.noSelect && !one.getFlag(Ci.nsMsgFolderFlags.Virtual));

function mailbox(name) {
  const found = mailboxes().find(one => one.onlineName == name);
  if (!found) {
    throw new Error(`Thunderbird has no mailbox ${name}`);
  }
  return found;
}

const headers = folder => [...folder.msgDatabase.enumerateMessages()];

function message(folder, subject) {
  const found = headers(folder).find(one => one.mime2DecodedSubject == subject);
  if (!found) {
    throw new Error(`Thunderbird has no message ${subject} in ${folder.onlineName}`);
  }
  return found;
}

function described(header) {
  const flags = [[header.isRead, "S"], [header.isFlagged, "F"], [header.flags & ANSWERED, "R"], [header.flags & FORWARDED, "P"]];
  return {
    subject: header.mime2DecodedSubject,
    flags: flags.filter(([isSet]) => isSet).map(([, letter]) => letter).sort().join(""),
    keywords: header.getStringProperty("keywords").split(" ").filter(word => word).sort(),
  };
}

/* Reads one mailbox as when its user opens it. */
const opened = folder => ended(listener => MailServices.imap.selectFolder(folder, listener, null));

const actions = {

  async connect(user, password, port, authority, writesHTML) {
    Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB).addCertFromBase64(authority, "CT,,");
    const login = Cc["@mozilla.org/login-manager/loginInfo;1"].createInstance(Ci.nsILoginInfo);
    login.init("imap://localhost", null, "imap://localhost", user, password, "", "");
    await Services.logins.addLoginAsync(login);
    const incoming = MailServices.accounts.createIncomingServer(user, "localhost", "imap");
    incoming.port = port;
    incoming.socketType = Ci.nsMsgSocketType.SSL;
    incoming.authMethod = Ci.nsMsgAuthMethod.passwordCleartext;
    incoming.prettyName = user;
    const sender = MailServices.accounts.createIdentity();
    sender.email = `${user}@example.net`;
    sender.composeHtml = writesHTML;
    const account = MailServices.accounts.createAccount();
    account.addIdentity(sender);
    account.incomingServer = incoming;
    sender.draftsFolderURI = `${incoming.serverURI}/Drafts`;
    MailServices.accounts.defaultAccount = account;
    incoming.valid = true;
    await actions.refresh();
  },

  /* Finds out which mailboxes there are, and reads each. */
  async refresh() {
    server().performExpand(null);
    await until(() => mailboxes().length && mailboxes().every(one => one.verifiedAsOnlineFolder), 10000);
    for (const folder of mailboxes()) {
      await opened(folder);
    }
  },

  /* As after a pause: Thunderbird then reads every mailbox from the start. */
  async reconnect() {
    server().closeCachedConnections();
  },

  /* What "Repair Folder" does: makes the database of a mailbox anew. */
  async repair(name) {
    const folder = mailbox(name);
    await IOUtils.remove(folder.filePath.path, { recursive: true, ignoreAbsent: true });
    folder.msgDatabase.summaryValid = false;
    folder.msgDatabase = null;
    folder.ForceDBClosed();
    await opened(folder);
  },

  async list() {
    return Object.fromEntries(mailboxes().map(folder => [folder.onlineName, headers(folder).map(described)]));
  },

  async mark(name, subject, flag, isSet) {
    const folder = mailbox(name);
    const header = message(folder, subject);
    if (flag == "S") {
      folder.markMessagesRead([header], isSet);
    } else if (flag == "F") {
      folder.markMessagesFlagged([header], isSet);
    } else {
      const states = { R: folder.nsMsgDispositionState_Replied, P: folder.nsMsgDispositionState_Forwarded };
      folder.addMessageDispositionState(header, states[flag]);
    }
  },

  async tag(name, subject, keyword, isSet) {
    const folder = mailbox(name);
    const header = message(folder, subject);
    if (isSet) {
      folder.addKeywordsToMessages([header], keyword);
    } else {
      folder.removeKeywordsFromMessages([header], keyword);
    }
  },

  /* Moves or copies as a filter does: on the server at once. A move that can be undone is first made in the databases, half
     a second before that on the server, and Thunderbird then often shows the message twice until its folder is repaired. */
  async copy(name, subject, target, isMove) {
    const [from, to] = [mailbox(name), mailbox(target)];
    const header = message(from, subject);
    await ended(listener => MailServices.copy.copyMessages(from, [header], to, isMove, listener, null, false));
    await opened(to);
  },

  /* Moves to Trash; in Trash, deletes for good. */
  async delete(name, subject) {
    const folder = mailbox(name);
    const header = message(folder, subject);
    if (folder.getFlag(Ci.nsMsgFolderFlags.Trash)) {
      folder.deleteMessages([header], null, false, false, null, false);
    } else {
      await ended(listener => folder.deleteMessages([header], null, false, false, listener, false));
    }
    await opened(folder);
  },

  async compact(name) {
    await ended(listener => mailbox(name).compact(listener, null));
  },

  async makeMailbox(name) {
    await announced("folderAdded", () => server().rootFolder.createSubfolder(name, null), 5000);
  },

  async renameMailbox(name, newName) {
    const folder = mailbox(name);
    await announced("folderRenamed", () => folder.rename(newName, null), 5000);
  },

  /* Writes a draft in a compose window, or goes on with one, and saves it. */
  async saveDraft(former, subject, text) {
    const folder = mailbox("Drafts");
    let composeWindow = null;
    const observer = {
      observe(window, topic) {
        if (topic == "domwindowopened") {
          Services.ww.unregisterNotification(observer);
          window.addEventListener("load", () => { composeWindow = window; }, { once: true });
        }
      },
    };
    Services.ww.registerNotification(observer);
    if (former) {
      const header = message(folder, former);
      MailServices.compose.OpenComposeWindow(null, header, folder.getUriForMsg(header), Ci.nsIMsgCompType.Draft,
        Ci.nsIMsgCompFormat.Default, identity(), null, null);
    } else {
      const params = Cc["@mozilla.org/messengercompose/composeparams;1"].createInstance(Ci.nsIMsgComposeParams);
      params.composeFields = Cc["@mozilla.org/messengercompose/composefields;1"].createInstance(Ci.nsIMsgCompFields);
      params.composeFields.to = "leo@example.net";
      params.type = Ci.nsIMsgCompType.New;
      params.format = Ci.nsIMsgCompFormat.Default;
      params.identity = identity();
      MailServices.compose.OpenComposeWindowWithParams(null, params);
    }
    if (!await until(() => composeWindow?.composeEditorReady, 20000)) {
      throw new Error("Thunderbird's compose window does not get ready");
    }
    composeWindow.document.getElementById("msgSubject").value = subject;
    composeWindow.GetCurrentEditor().beginningOfDocument();
    composeWindow.GetCurrentEditor().insertText(text);
    let result = null;
    composeWindow.gMsgCompose.RegisterStateListener({
      QueryInterface: ChromeUtils.generateQI(["nsIMsgComposeStateListener"]),
      NotifyComposeFieldsReady() {},
      NotifyComposeBodyReady() {},
      ComposeProcessDone: status => { result = status; },
      SaveInFolderDone() {},
    });
    composeWindow.SaveAsDraft();
    await until(() => result !== null, 30000);
    composeWindow.close();
    await until(() => composeWindow.closed, 5000);
    return result;
  },
};
