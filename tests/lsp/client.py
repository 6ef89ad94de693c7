# A small editor: starts `autofix lsp`, opens a file, waits for its faults, takes a fix, saves, and sees them go.
# Arguments: the program, a file.  Prints what it sees; ends with 1 where something is not as it must be.
import json, subprocess, sys, pathlib, time

program, name = sys.argv[1:3]
path = pathlib.Path(name).resolve()
uri = path.as_uri()
server = subprocess.Popen([program, "lsp", "--stdio", "--seed", "1", "--max-candidates", "300"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE)
number = 0


def send(**message):
    text = json.dumps(dict(jsonrpc="2.0", **message)).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    server.stdin.flush()


def receive():
    length = 0
    while (line := server.stdout.readline().strip()):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    if not length:
        sys.exit("the server ended")
    return json.loads(server.stdout.read(length))


published = {}


def until(wanted):
    while True:
        message = receive()
        if message.get("method") == "textDocument/publishDiagnostics":
            published[message["params"]["uri"]] = message["params"]["diagnostics"]
        if wanted(message):
            return message


def ask(method, params):
    global number
    number += 1
    send(id=number, method=method, params=params)
    return until(lambda message: message.get("id") == number)


def check(holds, what):
    if not holds:
        sys.exit("FAIL: " + what)
    print("ok:", what)


def actions(line):
    spot = {"line": line, "character": 0}
    found = ask("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": {"start": spot, "end": spot},
                                           "context": {"diagnostics": []}})
    return found["result"]


def apply(text, edits):
    lines = text.split("\n")
    offset = lambda p: sum(len(l) + 1 for l in lines[:p["line"]]) + p["character"]
    for edit in sorted(edits, key=lambda e: -offset(e["range"]["start"])):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


check("error" in ask("textDocument/codeAction", {}), "nothing is answered before initialize")
hello = ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["result"]
check(hello["serverInfo"]["name"] == "autofix", "initialize")
send(method="initialized", params={})
check(ask("textDocument/hover", {})["error"]["code"] == -32601, "an unknown method has an answer")
text = path.read_text()
send(method="textDocument/didOpen", params={"textDocument": {"uri": uri, "languageId": "c", "version": 1, "text": text}})
until(lambda m: any(d.get("code", "").startswith("F-") for d in published.get(uri, [])))
fault = [d for d in published[uri] if d.get("code", "").startswith("F-")][0]
line = fault["range"]["start"]["line"]
check("marks_mean" in fault["message"] and "test: " in fault["message"], "a diagnostic has the failing test")
check(text.split("\n")[line].strip().startswith("return sum"), "it stands where the fault is")
check(fault["relatedInformation"], "and leads to the steps of the test")
fixes = [a for a in actions(line) if "edit" in a]
deadline = time.time() + 120
while not fixes and time.time() < deadline:
    time.sleep(0.5)
    fixes = [a for a in actions(line) if "edit" in a]
check(fixes, "there is a fix: " + (fixes[0]["title"] if fixes else ""))
asked = [a for n in range(len(text.split("\n"))) for a in actions(n) if a["title"].startswith("autofix: add REQUIRE")]
check(asked, "there is a REQUIRE to add: " + (asked[0]["title"] if asked else ""))
stated = apply(text, asked[0]["edit"]["changes"][uri])
check("REQUIRE (" in stated and len(stated) > len(text), "which stands in the text then")
send(method="textDocument/didChange", params={"textDocument": {"uri": uri, "version": 2},
                                              "contentChanges": [{"text": text + "\n"}]})
check(not actions(line), "none is offered for another text")
fixed = apply(text, fixes[0]["edit"]["changes"][uri])
path.write_text(fixed)
send(method="textDocument/didChange", params={"textDocument": {"uri": uri, "version": 3},
                                              "contentChanges": [{"text": fixed}]})
send(method="textDocument/didSave", params={"textDocument": {"uri": uri}})
until(lambda m: not any(d.get("code") == fault["code"] for d in published.get(uri, [])))
check(True, "the fault is gone after its fix")
send(method="textDocument/didClose", params={"textDocument": {"uri": uri}})
check(ask("shutdown", None)["result"] is None, "shutdown")
check("error" in ask("textDocument/codeAction", {}), "nothing is answered after it")
send(method="exit")
check(server.wait(10) == 0, "exit status 0")
