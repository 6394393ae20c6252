"""Real disks for scripts/crash/interrupt-file-changes: one that loses power, and one that is full. Mounting them needs root.

They are mounted in a private namespace, which disappears with this process.
"""

import contextlib
import ctypes
import fcntl
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile

CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 0x40000
# _IOR('X', 125, __u32), and its flag that the journal is not written either [linux/fs.h, ext4].
FS_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587D, 2
MEGABYTES = 24


def leave_namespace():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) or libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None):
        raise OSError(ctypes.get_errno(), "cannot create a mount namespace")


@contextlib.contextmanager
def mounted(folder, *arguments):
    subprocess.run(["mount", *arguments, folder], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True, capture_output=True)


def cut_power(folder):
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.ioctl(directory, FS_IOC_SHUTDOWN, struct.pack("I", NOLOGFLUSH))
    finally:
        os.close(directory)


def play_powercut(folder, scene, make_stage, prepared, point, add):
    """Cuts the power after each call, and once more after the command has ended."""
    image, template, mount = folder / "disk", folder / "template", folder / "mount"
    mount.mkdir()
    with open(image, "wb") as file:
        file.truncate(MEGABYTES << 20)
    flags = ["-q", "-F", "-b", "4096", "-J", "size=4", "-E", "lazy_itable_init=0"]
    subprocess.run(["mkfs.ext4", *flags, image], check=True)
    with mounted(mount, "-o", "loop", image):
        stage = make_stage(mount / "stage")
        if not prepared(stage, scene):
            return
        stage.restore()
    shutil.copy(image, template)
    for at in range(1, len(stage.calls) + 2):
        subprocess.run(["cp", "--sparse=always", template, image], check=True)
        if stage.server:
            stage.server.restore()
        with mounted(mount, "-o", "loop", image):
            run = stage.start(scene.command, point("after", at).environment(), scene.stdin)
            cut_power(mount)
        with mounted(mount, "-o", "loop", image):
            add(point("after", at), stage.judge(scene, run, is_killed=True))


def play_full(folder, scene, make_stage, prepared, point, add):
    """Tries growing sizes of disk, from the space that the files use, until the command succeeds."""
    mount = folder / "mount"
    mount.mkdir()
    with mounted(mount, "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs"):
        stage = make_stage(mount / "stage")
        if not prepared(stage, scene):
            return
        pages = 0
        while True:
            stage.restore()
            facts = os.statvfs(mount)
            size = max(4096, (facts.f_blocks - facts.f_bfree) * facts.f_frsize) + pages * 4096
            resize(mount, size)
            run = stage.start(scene.command, stdin=scene.stdin)
            resize(mount, MEGABYTES << 20)
            found = stage.judge(scene, run, is_killed=False)
            if pages > 2000:
                found.append("fails on a disk of any size")
            add(point("pages", pages), found)
            if stage.has_succeeded(run) or pages > 2000:
                return
            pages += max(1, pages // 8)


def resize(folder, size):
    subprocess.run(["mount", "-o", f"remount,size={size}", folder], check=True, capture_output=True)


def play(mode, place, scenes, make_stage, prepared, point, tally):
    """Plays all scenes on one of the two disks, or reports why it cannot."""
    if os.geteuid() != 0:
        tally.skipped.append(f"{mode}: only root can mount the disks that it needs")
        return
    if mode == "--powercut" and not shutil.which("mkfs.ext4"):
        tally.skipped.append(f"{mode}: mkfs.ext4 is not installed")
        return
    try:
        leave_namespace()
        for scene in scenes:
            with tempfile.TemporaryDirectory(prefix="petrel-crash-", dir=place) as folder:
                one = {"--powercut": play_powercut, "--full": play_full}[mode]
                one(pathlib.Path(folder).resolve(), scene, make_stage, prepared, point,
                    lambda at, found, scene=scene: tally.add(scene, at, found))
    except OSError as error:
        tally.skipped.append(f"{mode}: {error}")
    except subprocess.CalledProcessError as error:
        tally.skipped.append(f"{mode}: {' '.join(map(str, error.cmd))}: {(error.stderr or b'').decode().strip()}")
