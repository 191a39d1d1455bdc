"""A real PostgreSQL for the tests, in a temporary folder, reached by its socket and ended by its process id."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

from setting import wait_until

POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")


class Cluster:
    """A PostgreSQL of our own. As root it runs as the user postgres, who must reach its folder."""

    def __init__(self, data=None, **settings):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="gauzed-postgres-"))
        self.data = pathlib.Path(data) if data else self.folder / "data"
        self.settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "shared_buffers": "64MB",
                         "max_wal_size": "256MB", "log_min_messages": "fatal", **settings}
        self.prefix = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        self.process = None
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "gauzed", "--no-instructions")
        self.start()
        self.databases = 0

    def create(self):
        """A new database; its name."""
        self.databases += 1
        self.sql(f"CREATE DATABASE gauzed{self.databases}", database="postgres")
        return f"gauzed{self.databases}"

    def run(self, program, *arguments):
        done = subprocess.run([*self.prefix, POSTGRES / program, *map(str, arguments)], capture_output=True, text=True, cwd="/")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self):
        settings = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        with open(self.folder / "postgres.log", "ab") as log:
            self.process = subprocess.Popen([*self.prefix, POSTGRES / "postgres", "-D", self.data, *settings], stdout=log, stderr=log,
                                            cwd="/")
        wait_until(self.up, 60, "PostgreSQL is up")

    def up(self):
        return subprocess.run([POSTGRES / "pg_isready", "-q", "-h", self.folder], check=False).returncode == 0

    def postmaster(self):
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def stop(self, how=signal.SIGINT):
        """SIGINT: fast shutdown. SIGKILL: as a crash."""
        if self.process is None:
            return
        if how == signal.SIGKILL:
            self.kill()
            return
        os.kill(self.postmaster(), how)
        self.process.wait(60)
        self.process = None

    def kill(self):
        postmaster = self.postmaster()
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(postmaster)], capture_output=True, text=True, check=False).stdout.split()
        for process in [postmaster, *map(int, children)]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait(60)
        self.process = None
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def close(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def sql(self, text, database):
        done = subprocess.run([POSTGRES / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-U", "gauzed", "-d",
                               database, "-c", text], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()
