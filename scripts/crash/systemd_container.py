"""A real systemd with a user's manager, in namespaces of its own, on a copy of this machine's files."""

import os
import pathlib
import shutil
import subprocess
import sys
import time

# Run with the new root as an argument. /sys and /proc/sys are read-only, as in every container, so that systemd changes
# nothing of the kernel's. What is written to the root is kept in memory, and gone when the last process ends.
BOOT = r"""
set -e
root=$1
mount -t tmpfs -o mode=755 tmpfs "$root"
mkdir "$root/upper" "$root/work" "$root/merged"
mount -t overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" overlay "$root/merged"
root=$root/merged
mount -t proc proc "$root/proc"
mount --bind "$root/proc/sys" "$root/proc/sys"
mount -o remount,bind,ro "$root/proc/sys"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero full random urandom tty; do
    touch "$root/dev/$name"
    mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
chroot "$root" useradd --create-home --uid "$3" --shell /bin/bash "$2"
# A process in a changed root may not create user namespaces, so the root of the whole mount namespace changes.
mkdir "$root/former"
cd "$root"
pivot_root . former
umount --lazy /former
exec env -i PATH="$PATH" container=petrel /lib/systemd/systemd --system --log-target=journal --show-status=no \
    systemd.unit=basic.target
"""
SYSTEMD = "/lib/systemd/systemd"
START_SECONDS = 30


class Unavailable(Exception):
    """systemd cannot run here; the message says why."""


class SystemdContainer:
    """systemd as process 1 of a container with the network of this machine, and the manager of one user."""

    user, identifier = "sailor", 12345

    def __init__(self, folder):
        if os.geteuid() != 0:
            raise Unavailable("only root can start systemd in a container")
        path = os.environ["PATH"] + ":/usr/sbin:/sbin"
        found = [shutil.which("systemctl", path=path), shutil.which("dbus-daemon", path=path),
                 shutil.which("useradd", path=path)]
        if None in found or not pathlib.Path(SYSTEMD).exists():
            raise Unavailable("systemd, dbus or useradd is not installed. Run: scripts/deps --crash")
        self.root = folder / "systemd"
        self.root.mkdir()
        self.process = subprocess.Popen(
            ["unshare", "--fork", "--kill-child", "--pid", "--mount", "--cgroup", "--ipc", "--uts", "--propagation",
             "private", "sh", "-c", BOOT, "boot", self.root, self.user, str(self.identifier)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "PATH": path})
        try:
            self.first = self.first_process()
            self.wait("systemd", lambda: self.run("systemctl", "is-system-running").stdout.strip() in (
                b"running", b"degraded"))
            self.run("systemctl", "start", f"user@{self.identifier}", codes=(0,))
        except BaseException:
            self.stop()
            raise

    def first_process(self):
        """Returns the process id of systemd, seen from here."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.process.poll() is None:
            for child in children.read_text().split():
                if pathlib.Path(f"/proc/{child}/comm").read_text() == "systemd\n":
                    return int(child)
            time.sleep(0.05)
        self.process.kill()
        raise Unavailable("systemd does not start: " + self.process.stdout.read().decode(errors="replace").strip())

    def wait(self, what, holds, seconds=START_SECONDS):
        """Waits until a condition holds. Returns the seconds it took."""
        begin = time.monotonic()
        while not holds():
            if time.monotonic() - begin > seconds:
                raise AssertionError(f"{what}: not within {seconds} s")
            time.sleep(0.05)
        return time.monotonic() - begin

    def run(self, *words, as_user=False, codes=None, octets=None, variables=()):
        """Runs a program in the container, as root or as the user in a session of its own."""
        enter = ["nsenter", "--target", str(self.first), "--all", "--root", "--wd=/"]
        if as_user:
            enter += ["setpriv", f"--reuid={self.identifier}", f"--regid={self.identifier}", "--clear-groups"]
        settings = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8"}
        if as_user:
            settings |= {"HOME": f"/home/{self.user}", "USER": self.user,
                         "XDG_RUNTIME_DIR": f"/run/user/{self.identifier}", **dict(variables)}
        run = subprocess.run([*enter, "env", "-i", *(f"{name}={value}" for name, value in settings.items()), *words],
                             input=octets or b"", capture_output=True, timeout=60)
        if codes is not None and run.returncode not in codes:
            raise AssertionError(f"{' '.join(map(str, words))} ended with {run.returncode}: "
                                 f"{(run.stderr or run.stdout).decode(errors='replace').strip()}")
        return run

    def write(self, path, octets, mode=0o644, as_user=False):
        """Writes a file in the container, with its parents."""
        self.run("sh", "-c", 'umask 077; mkdir -p "${1%/*}" && cat > "$1" && chmod "$2" "$1"' if as_user else
                 'mkdir -p "${1%/*}" && cat > "$1" && chmod "$2" "$1"', "write", path, f"{mode:o}", as_user=as_user,
                 codes=(0,), octets=octets)

    def stop(self):
        """Kills systemd, and with it all processes of the container."""
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.root, ignore_errors=True)
