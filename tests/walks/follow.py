#!/usr/bin/env python3
"""Follows a walk-through: does what the page says, literally, in a copy of the source tree.

    follow.py PAGE        PAGE is below AUTOFIX_SRCDIR; the exit status is 0 when every step could be done

A step is a paragraph that ends with a phrase and a colon, followed by a fenced block; README.md lists the phrases.
Everything else is for the reader.  Whatever looks like a step and is not understood is an error, and so is a line that
the page names and that is not there exactly once: a page that has gone stale fails.

The copy is the tree with its build products, so that make builds only what the page changes; where the build folder is
another one than the source folder, the copy is configured and built first.  It is removed at the end."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

TIMEOUT = 900  # seconds for one command

# What is neither source nor build product, or is large and made again only for other targets.
SKIPPED_FOLDERS = {".git", "autofix.out", "autofix.out.old", "bench.out", "check-html.out", "fuzz.out", "demo"}
SKIPPED_ENDINGS = (".log", ".trs")
# These hold the absolute path of the build folder.
WITH_PATHS = ("Makefile", "config.status", "src/autofix.uninstalled")


class Stale(Exception):
    """The page cannot be followed: line number and reason."""

    def __init__(self, line, reason):
        super().__init__(reason)
        self.line = line


# --- reading a page ---


class Step:
    def __init__(self, line, phrase, block, block_line):
        self.line, self.phrase, self.block, self.block_line = line, phrase, block, block_line


def paragraphs(lines):
    """(line number, text, block or None, line of the block) of each paragraph; a block belongs to the one before it."""
    text, start, i = [], 1, 0
    while i < len(lines):
        line = lines[i]
        if line.lstrip().startswith("```") and not line.startswith("```"):
            raise Stale(i + 1, "a fence must begin in the first column")
        if line.startswith("```"):
            end = next((j for j in range(i + 1, len(lines)) if lines[j].rstrip() == "```"), None)
            if end is None:
                raise Stale(i + 1, "the block does not end")
            yield start, " ".join(text), lines[i + 1 : end], i + 1
            text, i = [], end + 1
            continue
        if line.strip():
            # a blank line after text ends the paragraph, unless a block follows it
            if not text:
                start = i + 1
            text.append(line.strip())
        elif text and not next((l for l in lines[i:] if l.strip()), "").lstrip().startswith("```"):
            yield start, " ".join(text), None, 0
            text = []
        i += 1
    if text:
        yield start, " ".join(text), None, 0


NAME = r"`([^`]+)`"
TEXT = r"(?:`` (.+?) ``|`([^`]+)`)"
PHRASES = [
    ("after", re.compile(rf"[Ii]n {NAME}, after the line that begins with {TEXT}:$")),
    ("before", re.compile(rf"[Ii]n {NAME}, before the line that begins with {TEXT}:$")),
    ("replace", re.compile(rf"[Ii]n {NAME}, replace the line that begins with {TEXT} by:$")),
    ("append", re.compile(rf"[Ii]n {NAME}, at the end:$")),
    ("make", re.compile(rf"[Mm]ake a file {NAME}:$")),
    ("run", re.compile(r"[Rr]un:$")),
    ("run", re.compile(r"[Rr]un, which ends with status (\d+):$")),
    ("prints", re.compile(r"[Ii]t prints, among other things:$")),
    ("holds", re.compile(rf"{NAME} then holds, among other things:$")),
]
# A paragraph that speaks like this and is none of the above has a slip in it.
LIKE_A_STEP = re.compile(r"(^|[.:;] )(In `[^`]+`, |Make a file `|Run[:,]|It prints,)|then holds|:$")


def steps(text):
    for line, words, block, block_line in paragraphs(text.splitlines()):
        # the last sentence is the step; what stands before it says why
        matches = [(kind, m) for kind, pattern in PHRASES for m in [pattern.search(words)] if m]
        if block is None:
            if not words.startswith("#") and (matches or LIKE_A_STEP.search(words)):
                raise Stale(line, f"a step without a block, or not understood: {words}")
            continue
        if len(matches) != 1:
            raise Stale(line, f"not understood: {words or '(a block without a sentence)'}")
        kind, match = matches[0]
        yield Step(line, (kind, [g for g in match.groups() if g is not None]), block, block_line)


# --- doing it ---


class Copy:
    """The copy of the tree, and what the last command printed."""

    def __init__(self, folder):
        self.folder = folder
        self.output = None
        self.environment = dict(os.environ, AUTOFIX_SRCDIR=folder, AUTOFIX_BUILDDIR=folder)
        for name in ("MFLAGS", "MAKELEVEL", "UPDATE_GOLDEN"):
            self.environment.pop(name, None)
        # what a page changes is compiled in half the time, and nobody measures how fast it runs
        self.environment["MAKEFLAGS"] = "CFLAGS=-O0"

    def path(self, step, name, must_exist=True):
        path = os.path.normpath(os.path.join(self.folder, name))
        if not path.startswith(self.folder + os.sep):
            raise Stale(step.line, f"{name} is outside of the tree")
        if must_exist and not os.path.isfile(path):
            raise Stale(step.line, f"there is no file {name}")
        return path

    def edit(self, step, name, change):
        path = self.path(step, name)
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        change(lines)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))

    def at(self, step, name, beginning, change):
        """Changes the one line of file @name that begins with @beginning, whatever its indentation."""

        def found(lines):
            places = [i for i, line in enumerate(lines) if line.lstrip().startswith(beginning)]
            if len(places) != 1:
                raise Stale(step.line, f"{name}: {len(places)} lines begin with: {beginning}")
            change(lines, places[0])

        self.edit(step, name, found)

    def do(self, step):
        kind, words = step.phrase
        getattr(self, "do_" + kind)(step, *words)

    def do_after(self, step, name, beginning):
        self.at(step, name, beginning, lambda lines, i: lines.__setitem__(slice(i + 1, i + 1), step.block))

    def do_before(self, step, name, beginning):
        self.at(step, name, beginning, lambda lines, i: lines.__setitem__(slice(i, i), step.block))

    def do_replace(self, step, name, beginning):
        self.at(step, name, beginning, lambda lines, i: lines.__setitem__(slice(i, i + 1), step.block))

    def do_append(self, step, name):
        def append(lines):
            lines[len(lines) - (lines[-1] == "") :] = step.block + [""]

        self.edit(step, name, append)

    def do_make(self, step, name):
        path = self.path(step, name, must_exist=False)
        if os.path.exists(path):
            raise Stale(step.line, f"{name} exists already")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(step.block) + "\n")

    def do_run(self, step, status="0"):
        commands = "\n".join(step.block)
        if status != "0" and len(step.block) != 1:
            raise Stale(step.line, "a step that ends with another status than 0 must be one command")
        done = self.run(commands, step)
        self.output = done.stdout.decode("utf-8", "replace")
        if done.returncode != int(status):
            reason = f"status {done.returncode}, expected {status}: {commands}"
            raise Stale(step.block_line, f"{reason}\n{tail(self.output)}")

    def run(self, commands, step):
        try:
            return subprocess.run(
                ["/bin/sh", "-e", "-c", commands], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False,
            )
        except subprocess.TimeoutExpired as expired:
            raise Stale(step.block_line, f"no end after {TIMEOUT} s: {commands}") from expired

    def do_prints(self, step):
        if self.output is None:
            raise Stale(step.line, "nothing has been run yet")
        self.holds(step, self.output)

    def do_holds(self, step, name):
        with open(self.path(step, name), encoding="utf-8") as file:
            self.holds(step, file.read())

    @staticmethod
    def holds(step, text):
        """Each line of the block occurs in @text, in this order; blanks at both ends do not matter."""
        lines, at = [line.strip() for line in text.split("\n")], 0
        for number, wanted in enumerate(step.block, step.block_line + 1):
            if not wanted.strip():
                continue
            place = next((i for i in range(at, len(lines)) if wanted.strip() in lines[i]), None)
            if place is None:
                raise Stale(number, f"not there: {wanted}\n{tail(text)}")
            at = place + 1


def tail(text):
    return "\n".join("    " + line for line in text.rstrip().split("\n")[-40:])


# --- the copy ---


def copy_tree(source, target, build):
    """Like cp -a, without a build folder inside; what other tests that run meanwhile make and remove is left out."""
    for folder, folders, files in os.walk(source):
        folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS and os.path.join(folder, f) != build)
        here = os.path.join(target, os.path.relpath(folder, source))
        os.makedirs(here, exist_ok=True)
        for name in files:
            if name.endswith(SKIPPED_ENDINGS) or not is_wanted(folder, name):
                continue
            try:
                shutil.copy2(os.path.join(folder, name), os.path.join(here, name), follow_symlinks=True)
                os.chmod(os.path.join(here, name), os.stat(os.path.join(here, name)).st_mode | 0o200)
            except FileNotFoundError:
                pass


def is_wanted(folder, name):
    """Programs of tests and of the benchmark are linked again where a page wants them."""
    path = os.path.join(folder, name)
    if "." in name or folder.endswith("/src") or not os.access(path, os.X_OK):
        return True
    with open(path, "rb") as file:
        return file.read(4) != b"\x7fELF"


def move_paths(folder):
    """Makes the copied build folder speak of itself."""
    makefile = os.path.join(folder, "Makefile")
    if not os.path.exists(makefile):
        return
    with open(makefile, encoding="utf-8") as file:
        old = re.search(r"^abs_top_builddir = (.*)$", file.read(), re.MULTILINE)
    for name in WITH_PATHS if old else ():
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            continue
        times = os.stat(path)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(old.group(1), folder))
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def prepare(source, build, folder):
    copy_tree(source, folder, build)
    if os.path.samefile(source, build):
        move_paths(folder)
        return
    asked = subprocess.run([os.path.join(build, "config.status"), "--config"], stdout=subprocess.PIPE, check=True)
    for command in (f"./configure --quiet {asked.stdout.decode().strip()}", "make -s -j2"):
        done = subprocess.run(["/bin/sh", "-c", command], cwd=folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            sys.exit(f"follow: the copy cannot be built: {command}\n{tail(done.stdout.decode('utf-8', 'replace'))}")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: follow.py PAGE")
    source = os.path.realpath(os.environ.get("AUTOFIX_SRCDIR", "."))
    build = os.path.realpath(os.environ.get("AUTOFIX_BUILDDIR", source))
    page, began = sys.argv[1], time.monotonic()
    with open(os.path.join(source, page), encoding="utf-8") as file:
        text = file.read()
    try:
        todo = list(steps(text))
        if not todo:
            raise Stale(1, "the page has no steps")
        with tempfile.TemporaryDirectory(prefix="walk.") as scratch:
            folder = os.path.join(os.path.realpath(scratch), "autofix")
            prepare(source, build, folder)
            copy = Copy(folder)
            for step in todo:
                now = time.monotonic()
                copy.do(step)
                kind, words = step.phrase
                what = " ".join(step.block[:1] if kind == "run" else words[:1])
                print(f"{page}:{step.line}: {what} ({kind}, {time.monotonic() - now:.1f} s)", flush=True)
    except Stale as stale:
        print(f"{page}:{stale.line}: {stale}", file=sys.stderr)
        return 1
    print(f"{page}: {len(todo)} steps, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
