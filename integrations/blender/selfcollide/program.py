"""Where the selfcollide command is, and how it is run beside Blender."""

import os
import shutil
import subprocess
import tempfile

NO_NODE = (
    "The selfcollide command was not found. Install Node.js 20 or newer from nodejs.org, restart Blender, "
    "or name the program in the preferences of this add-on."
)


class ProgramError(Exception):
    """What the command said when it did not get as far as a result."""


def find_command(named):
    """The words that start the command: the program named in the preferences, one on the PATH, or npx."""
    if named:
        path = os.path.abspath(os.path.expanduser(named))
        if not os.path.exists(path):
            raise ProgramError("The program named in the preferences is not there: %s" % path)
        if not path.endswith((".mjs", ".js")):
            return [path]
        node = shutil.which("node")
        if node is None:
            raise ProgramError(NO_NODE)
        return [node, path]
    for name, words in (("selfcollide", []), ("npx", ["--yes", "@selfcollide/cli"])):
        path = shutil.which(name)
        if path is not None:
            return [path, *words]
    raise ProgramError(NO_NODE)


class Run:
    """One call of the command in a process of its own."""

    def __init__(self, words):
        self._errors = tempfile.TemporaryFile(mode="w+", encoding="utf-8")
        if os.path.isdir(words[0]) or not os.access(words[0], os.X_OK):
            raise ProgramError("The program cannot be run: %s" % words[0])
        hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows alone has it
        self._process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._errors, creationflags=hidden
        )

    def is_done(self):
        return self._process.poll() is not None

    def wait(self):
        self._process.wait()

    def stop(self):
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(timeout=3)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def status(self):
        """0: nothing was found, or all was fixed; 1: something is left. Anything else raises ProgramError."""
        status = self._process.returncode
        if status in (0, 1):
            return status
        self._errors.seek(0)
        text = self._errors.read().strip()
        raise ProgramError(text or "The selfcollide command ended with status %s." % status)
