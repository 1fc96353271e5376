"""A stranger's repository is read, and nothing of it runs: no filter, hook, alias or helper, and nothing outside it.

The one program that is started is git, as the caller's PATH has it, and git sees the objects alone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import tracemalloc
import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pnp.history.git_folder import find_repository
from pnp.history.git_objects import MEMORY, MOST, GitObjects, open_objects
from pnp.history.revision import unpack_revision
from pnp.problems import GameError, Problem

from .conftest import HEROES, write_tiny
from .strangers import commit, git, outside, pnp, started, watched

PROGRAM = os.path.realpath(shutil.which("git") or "git")

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git makes the repositories that are read here")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny game, committed three times: Ada has 12, 13 and 14 health."""
    root = tmp_path / "home"
    write_tiny(root)
    git(root, "init", "-q", "-b", "main")
    for health in (12, 13, 14):
        (root / "data/tiny/heroes.yaml").write_text(HEROES.replace("health: 12", f"health: {health}"))
        commit(root, f"health {health}")
    monkeypatch.chdir(root)
    return root


def health(root: Path, word: str, target: Path, *allowed: Path) -> str:
    """Ada's health in a revision."""
    text = (unpack_revision(root, word, target, allowed) / "data/tiny/heroes.yaml").read_text()
    return text.partition("health: ")[2].partition("}")[0]


def refused(root: Path, word: str, target: Path) -> Problem:
    with pytest.raises(GameError) as caught:
        unpack_revision(root, word, target)
    (problem,) = caught.value.problems
    assert problem.hint
    return problem


HOSTILE = """
[core]
    fsmonitor = {run}
    hooksPath = {hooks}
    sshCommand = {run}
    pager = {run}
    editor = {run}
    askPass = {run}
    gitProxy = {run}
    alternateRefsCommand = {run}
    attributesFile = {outside}/attributes
    worktree = {outside}
[include]
    path = {outside}/secret
[alias]
    archive = !{run}
    ls-tree = !{run}
    rev-parse = !{run}
[filter "x"]
    smudge = {run}
    clean = {run}
    process = {run}
    required = true
[diff "x"]
    textconv = {run}
    command = {run}
[tar "tar"]
    command = {run}
[extensions]
    partialClone = origin
    worktreeConfig = true
[remote "origin"]
    url = ssh://example.invalid/x
    promisor = true
    uploadpack = {run}
    partialclonefilter = blob:none
[gpg]
    program = {run}
[credential]
    helper = !{run}
"""


def test_nothing_of_a_repository_runs_and_nothing_outside_is_read(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "secret").write_text("[core]\n  pager = cat\n")
    ran = tmp_path / "ran"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    (repository / ".gitattributes").write_text("* filter=x diff=x export-subst\n*.svg export-ignore\n")
    first = git(repository, "rev-parse", "HEAD~1")
    commit(repository)
    inner = repository / ".git"
    (inner / "hooks").mkdir(exist_ok=True)
    for name in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        shutil.copy(program, inner / "hooks" / name)
    (inner / "info").mkdir(exist_ok=True)
    (inner / "info/attributes").write_text("* filter=x\n")
    (inner / "info/grafts").write_text(f"{git(repository, 'rev-parse', 'HEAD')} {first}\n")
    lost = git(repository, "rev-parse", "HEAD:data/tiny/game.yaml")  # a promise: git would fetch it
    git(repository, "replace", "HEAD~1", first)
    with (inner / "config").open("a") as file:
        file.write(HOSTILE.format(run=program, hooks=inner / "hooks", outside=elsewhere))
    ran.unlink(missing_ok=True)  # by git, while this test made it
    with watched() as events:
        assert health(repository, "HEAD~1", tmp_path / "a") == "14", "neither replaced nor grafted"
        assert health(repository, "HEAD~2", tmp_path / "b") == "13"
        assert pnp("diff", "HEAD~3", ".", "tiny") == 0
    assert "Ada: health 12 -> 14" in capsys.readouterr().out
    assert (tmp_path / "a").is_dir()
    assert {path for _, path in started(events)} == {PROGRAM}
    assert len(started(events)) == 3
    assert outside(events, elsewhere) == []
    opened = [path for event, path in events if event == "open" and Path(path).is_relative_to(repository)]
    assert [path for path in opened if path.endswith(("config", "attributes", "grafts"))] == []
    assert not ran.exists()
    (inner / "objects" / lost[:2] / lost[2:]).unlink()
    with watched() as events:
        problem = refused(repository, "HEAD", tmp_path / "c")
    assert problem.message == f"the object {lost[:12]} is not in the repository"
    assert "git fetch" in problem.hint
    assert {path for _, path in started(events)} == {PROGRAM}
    assert not ran.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_git_opens_none_of_a_repositorys_own_files(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens a pipe that nobody writes into waits: until git is ended, which is no answer."""
    monkeypatch.setattr("pnp.history.git_objects.SECONDS", 20)
    names = ["config", "config.worktree", "commondir", "description", "index", "hooks/x", "info/grafts", "info/attributes",
             "info/exclude", "info/sparse-checkout", "gitweb", "remotes/origin", "branches/x", "worktrees/x/gitdir", "modules/x",
             "logs/HEAD", "logs/refs/heads/main", "alternates", "../.gitattributes", "../.gitmodules", "../.mailmap",
             "../.gitconfig", "objects/info/commit-graph", "objects/info/commit-graphs/commit-graph-chain"]  # fmt: skip
    for name in names:
        path = repository / ".git" / name
        if path.parent.name != "info" or path.parent.parent.name != "objects":
            path.parent.mkdir(exist_ok=True, parents=True)
            path.unlink(missing_ok=True)
            os.mkfifo(path)
    assert health(repository, "HEAD~1", tmp_path / "x") == "13"


def fake(path: Path, ran: Path) -> Path:
    """A program that tells that it ran."""
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(f"#!/bin/sh\ntouch {ran}\n")
    path.chmod(0o755)
    return path


def test_the_git_that_runs_is_none_of_theirs(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does anything else: neither their PATH nor their environment is handed on."""
    ran = tmp_path / "ran"
    fake(repository / "git", ran)
    fake(repository / "bin/git", ran)
    fake(tmp_path / "beside/git", ran)
    (repository / "links").mkdir()
    (repository / "links/git").symlink_to(PROGRAM)
    (tmp_path / "links").mkdir()
    (tmp_path / "links/git").symlink_to(repository / "git")
    (tmp_path / "way").symlink_to(repository / "bin")
    theirs = [
        "",
        ".",
        "../beside",
        "bin",
        str(repository),
        f"{repository}/bin",
        f"{repository}/links",
        f"{tmp_path}/links",
        f"{tmp_path}/way",
    ]
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_TRACE", str(tmp_path / "trace"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.repositoryformatversion")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "99")
    monkeypatch.setenv("PATH", os.pathsep.join([*theirs, str(Path(PROGRAM).parent)]))
    assert health(repository, "HEAD", tmp_path / "x") == "14"
    monkeypatch.setenv("PATH", os.pathsep.join(theirs))
    problem = refused(repository, "HEAD", tmp_path / "y")
    assert problem.code == "no-git"
    assert problem.message == "'HEAD' is read with git, which is not installed"
    assert "install git" in str(problem.hint)
    assert not ran.exists()
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize("fault", [None, KeyboardInterrupt, OSError, GameError])
def test_git_ends_and_its_room_goes_whatever_happens(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: type[BaseException] | None
) -> None:
    runs: list[tuple[subprocess.Popen[bytes], Path]] = []

    start: Any = subprocess.Popen

    def noted(*words: Any, cwd: Path, **options: Any) -> Any:
        assert (cwd / "config").is_file()
        runs.append((start(*words, cwd=cwd, **options), cwd))
        return runs[-1][0]

    def fail(*_: object) -> None:
        assert fault is not None
        raise fault([Problem("git", "x", None, "y")]) if fault is GameError else fault("x")

    monkeypatch.setattr(subprocess, "Popen", noted)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    if fault is None:
        assert health(repository, "HEAD", tmp_path / "x") == "14"
    else:
        monkeypatch.setattr(GitObjects, "_data", fail)
        with pytest.raises(KeyboardInterrupt if fault is KeyboardInterrupt else GameError):
            health(repository, "HEAD", tmp_path / "x")
    ((process, room),) = runs
    assert process.returncode is not None, "it was waited for"
    assert room.is_relative_to(tmp_path)
    assert not room.exists()


def named(root: Path, words: list[str]) -> dict[str, str]:
    """The commits that words mean."""
    found = find_repository(root)
    assert found is not None
    with open_objects(found, root, words[0]) as objects:
        return {word: objects.commit(word)[0] for word in words}


def test_revisions_are_named_as_git_names_them(repository: Path, tmp_path: Path) -> None:
    git(repository, "tag", "plain", "HEAD~1")
    git(repository, "tag", "-a", "-m", "x", "told", "HEAD~2")
    git(repository, "tag", "-a", "-m", "x", "twice", "told")
    git(repository, "branch", "side/way", "HEAD~1")
    short = git(repository, "rev-parse", "--short", "HEAD~1")
    words = ["HEAD", "@", "@~1", "HEAD~1", "HEAD^", "HEAD~", "HEAD^^", "HEAD~2", "HEAD^0", "HEAD^{commit}", "main", "main~1", "plain",
             "told", "twice", "told^{}", "side/way", "heads/main", "refs/tags/told", short, short.upper(), f"{short}~1",
             git(repository, "rev-parse", "HEAD~2")]  # fmt: skip
    wanted = {word: git(repository, "rev-parse", f"{word}^{{commit}}") for word in words}
    assert named(repository, words) == wanted
    git(repository, "gc", "-q", "--aggressive", "--prune=now")
    assert not any(path.is_file() for path in (repository / ".git/objects").glob("??/*")), "all is packed"
    assert not any(path.is_file() for path in (repository / ".git/refs").rglob("*")), "and so are the names"
    assert named(repository, words) == wanted
    assert [health(repository, word, tmp_path / "x") for word in ("main", "told", "plain")] == ["14", "12", "13"]


@pytest.mark.parametrize(
    "word", ["HEAD@{1}", "main@{yesterday}", "HEAD:data", "HEAD..main", ":/health", "HEAD^{tree}", "-x", "--help"]
)
def test_what_is_not_understood_says_so(repository: Path, tmp_path: Path, word: str) -> None:
    problem = refused(repository, word, tmp_path)
    assert problem.message == f"'{word}' is no name of a revision that is understood here"
    assert "git rev-parse" in problem.hint


@pytest.mark.parametrize(
    "word", ["nix", "HEAD~9", "HEAD^2", "0000000", "../../x", "refs/../config", "HEAD.lock", "~1", "x" * 5000]
)
def test_what_is_not_there_says_so(repository: Path, tmp_path: Path, word: str) -> None:
    assert refused(repository, word, tmp_path).code == "unknown-revision"


def unpacked(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_packs_with_differences_unpack_to_what_git_unpacks(repository: Path, tmp_path: Path) -> None:
    """git's own archive is the oracle: for every commit of a repository that is packed as tightly as git can."""
    long = [f"line {number} of a text that is changed a little each time\n" for number in range(3000)]
    for number in range(8):
        long[number * 250] = f"changed {number}\n"
        (repository / "data/tiny/long.txt").write_text("".join(long))
        (repository / f"templates/tiny/noise{number}.bin").write_bytes(hashlib.sha256(bytes([number])).digest() * 3000)
        commit(repository)
    git(repository, "repack", "-a", "-d", "-f", "-q", "--depth=200", "--window=50")
    (index,) = (repository / ".git/objects/pack").glob("*.idx")
    assert "chain length = 5" in git(repository, "verify-pack", "-v", str(index))
    for name in git(repository, "rev-list", "HEAD").split()[::3]:
        git(repository, "archive", "-o", str(tmp_path / "x.tar"), name, "data", "templates")
        shutil.unpack_archive(tmp_path / "x.tar", tmp_path / "git" / name, filter="data")
        assert unpacked(unpack_revision(repository, name, tmp_path / "ours")) == unpacked(tmp_path / "git" / name)
    git(repository, "-c", "pack.indexVersion=1", "repack", "-a", "-d", "-f", "-q")
    assert (next((repository / ".git/objects/pack").glob("*.idx"))).read_bytes()[:4] != b"\xfftOc"
    assert health(repository, "HEAD", tmp_path / "old") == "14"


def test_names_of_sha256_are_read(tmp_path: Path) -> None:
    write_tiny(tmp_path / "new")
    git(tmp_path / "new", "init", "-q", "--object-format=sha256")
    assert len(commit(tmp_path / "new")) == 64
    assert health(tmp_path / "new", "HEAD", tmp_path / "a") == "12"
    git(tmp_path / "new", "gc", "-q")
    assert health(tmp_path / "new", "HEAD", tmp_path / "b") == "12"


def test_work_trees_shallow_clones_and_workspaces_below_are_read(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", str(tmp_path / "linked"), "HEAD~1")
    assert health(tmp_path / "linked", "HEAD", tmp_path / "a") == "13"
    assert health(tmp_path / "linked", "main", tmp_path / "a") == "14"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{repository}", "shallow")
    assert health(tmp_path / "shallow", "HEAD", tmp_path / "b") == "14"
    assert "shallow" in refused(tmp_path / "shallow", "HEAD~1", tmp_path / "b").hint
    git(tmp_path, "init", "-q", "above")
    shutil.copytree(repository / "data", tmp_path / "above/games/one/data")
    commit(tmp_path / "above")
    assert health(tmp_path / "above/games/one", "HEAD", tmp_path / "c") == "14"
    git(tmp_path / "above", "init", "-q", "--separate-git-dir", str(tmp_path / "above/kept"))
    assert health(tmp_path / "above/games/one", "HEAD", tmp_path / "d") == "14", "a repository beside, but inside"


def test_a_repository_elsewhere_is_read_only_if_it_names_this_folder(repository: Path, tmp_path: Path) -> None:
    """A file .git, a link, borrowed objects, a link among the objects or names: none leads to another's repository."""
    victim = tmp_path / "victim"
    shutil.copytree(repository, victim)
    for name in ("file", "link", "borrowed", "objects", "names", "head"):
        shutil.copytree(repository, tmp_path / name)
    shutil.rmtree(tmp_path / "file/.git")
    (tmp_path / "file/.git").write_text(f"gitdir: {victim}/.git\n")
    shutil.rmtree(tmp_path / "link/.git")
    (tmp_path / "link/.git").symlink_to(victim / ".git")
    for name in ("borrowed", "objects"):
        shutil.rmtree(tmp_path / name / ".git/objects")
    (tmp_path / "borrowed/.git/objects/info").mkdir(parents=True)
    (tmp_path / "borrowed/.git/objects/info/alternates").write_text("../../../victim/.git/objects\n")
    (tmp_path / "objects/.git/objects").symlink_to(victim / ".git/objects")
    (tmp_path / "names/.git/refs/heads/main").unlink()
    (tmp_path / "names/.git/refs/heads/main").symlink_to(victim / ".git/refs/heads/main")
    (tmp_path / "head/.git/HEAD").unlink()
    (tmp_path / "head/.git/HEAD").symlink_to(victim / ".git/HEAD")
    for name in ("file", "link", "borrowed", "objects", "names", "head"):
        with watched() as events:
            problem = refused(tmp_path / name, "HEAD", tmp_path / "x")
        assert problem.code == "outside", name
        assert outside(events, victim) == [], name
        assert "--allow" in problem.hint, name
    for name in ("link", "borrowed", "objects", "names", "head"):
        assert health(tmp_path / name, "HEAD", tmp_path / "y", victim) == "14", name


def test_what_git_reads_otherwise_is_no_way_to_anothers_objects(repository: Path, tmp_path: Path) -> None:
    """git takes quotation marks off, and some of its versions go back by name where a link leads on."""
    victim = tmp_path / "victim"
    shutil.copytree(repository, victim)
    (repository / ".git/objects/link").symlink_to(victim / ".git/objects/pack")
    problem = refused(repository, "HEAD", tmp_path / "x")
    assert (problem.code, "leads out" in problem.message) == ("outside", True)
    (repository / ".git/objects/link").unlink()
    alternates = repository / ".git/objects/info/alternates"
    alternates.parent.mkdir(exist_ok=True)
    (repository / ".git/one/two").mkdir(parents=True)
    for line in (
        '"../../../victim/.git/objects"',
        "../one/two/../../../../victim/.git/objects",
        "../objects/../../../victim/.git/objects",
        f"# no line\n{victim}/.git/objects",
        f"{repository}/.git/objects\n../one\n{victim}/.git/objects/",
    ):
        alternates.write_text(line + "\n")
        problem = refused(repository, "HEAD", tmp_path / "x")
        assert (problem.code, "borrows objects from elsewhere" in problem.message) == ("outside", True), line
        assert "--allow" in str(problem.hint)
    alternates.write_text(f"../one\n{repository}/.git/objects\n../nowhere\n")
    assert health(repository, "HEAD", tmp_path / "y") == "14"


def test_names_in_a_reftable_are_not_known_but_hashes_are(repository: Path, tmp_path: Path) -> None:
    name = git(repository, "rev-parse", "HEAD~1")
    shutil.rmtree(repository / ".git/refs/heads")
    (repository / ".git/refs/heads").write_text("this repository uses the reftable format\n")
    (repository / ".git/HEAD").write_text("ref: refs/heads/.invalid\n")
    (repository / ".git/reftable").mkdir()
    assert "reftable" in str(refused(repository, "main", tmp_path / "x").hint)
    assert health(repository, name, tmp_path / "x") == "13"
    assert health(repository, f"{name}~1", tmp_path / "x") == "12"


def test_a_submodule_and_a_pointer_are_not_passed_over(repository: Path, tmp_path: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    git(repository, "update-index", "--add", "--cacheinfo", f"160000,{head},data/inner")
    git(repository, "commit", "-q", "-m", "x")
    problem = refused(repository, "HEAD", tmp_path / "x")
    assert "inner of revision HEAD is a submodule" in problem.message
    assert "git worktree add" in problem.hint
    git(repository, "reset", "-q", "--hard", "HEAD~1")
    (repository / "templates/tiny/bee.png").write_text(
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    )
    commit(repository)
    assert "bee.png of revision HEAD is kept by Git LFS" in refused(repository, "HEAD", tmp_path / "y").message


def test_links_of_a_revision_lead_nowhere_else(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/heroes.yaml").write_text("SECRET: {name: Ada}\n")
    heroes = repository / "data/tiny/heroes.yaml"
    (repository / "data/tiny/real.yaml").write_text(heroes.read_text())
    heroes.unlink()
    heroes.symlink_to("real.yaml")
    commit(repository)
    heroes.unlink()
    heroes.symlink_to(tmp_path / "elsewhere/heroes.yaml")
    commit(repository)
    heroes.unlink()
    heroes.symlink_to("real.yaml")
    assert pnp("diff", "HEAD~1", ".", "tiny") == 0
    assert "nothing differs" in capsys.readouterr().out
    with watched() as events:
        assert pnp("diff", "HEAD", ".", "tiny") == 1
    assert "leads out of the game's folder" in capsys.readouterr().err
    assert outside(events, tmp_path / "elsewhere") == []


def tree(repository: Path, *entries: tuple[str, bytes, str]) -> str:
    """A tree of these entries (mode, name, object), written without git's scruples."""
    return put(
        repository,
        "tree",
        b"".join(f"{mode} ".encode() + name + b"\0" + bytes.fromhex(each) for mode, name, each in entries),
    )


def put(repository: Path, kind: str, data: bytes, claimed: int | None = None) -> str:
    """A loose object; it may claim another size than its own."""
    head = f"{kind} {len(data) if claimed is None else claimed}\0".encode()
    name = hashlib.sha1(head + data, usedforsecurity=False).hexdigest()
    path = repository / ".git/objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_bytes(zlib.compress(head + data, 1))
    return name


def committed(repository: Path, root: str) -> str:
    who = "T <t@example.com> 0 +0000"
    return put(repository, "commit", f"tree {root}\nauthor {who}\ncommitter {who}\n\nx\n".encode())


@pytest.mark.parametrize("name", [b"a" * 300, b"..", b".", b"", b"a/b", b"../../x", "ä".encode() * 140])
def test_names_that_no_disk_takes_or_that_lead_out_are_refused(repository: Path, tmp_path: Path, name: bytes) -> None:
    blob = put(repository, "blob", b"x")
    inner = tree(repository, ("100644", name, blob))
    word = committed(repository, tree(repository, ("40000", b"data", inner)))
    target = tmp_path / "deep/target"
    assert refused(repository, word, target).code == "git"
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.read_bytes() == b"x"] == []


def test_a_name_twice_is_no_way_through_a_link(repository: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    blob, link = put(repository, "blob", b"x"), put(repository, "blob", str(elsewhere).encode())
    inner = tree(repository, ("100644", b"file", blob))
    for entries in (
        [("120000", b"sub", link), ("40000", b"sub", inner)],
        [("40000", b"sub", inner), ("120000", b"sub", link)],
    ):
        word = committed(repository, tree(repository, ("40000", b"data", tree(repository, *entries))))
        assert refused(repository, word, tmp_path / word).code == "cannot-write"
    assert list(elsewhere.iterdir()) == []


def test_the_file_that_cannot_be_written_is_named(repository: Path, tmp_path: Path) -> None:
    blob = put(repository, "blob", b"x")
    twice = tree(repository, ("100644", b"bees.yaml", blob), ("100644", b"bees.yaml", blob))
    word = committed(repository, tree(repository, ("40000", b"data", twice)))
    assert f"revision {word} cannot be unpacked: bees.yaml: " in refused(repository, word, tmp_path / "x").message
    pointed = put(repository, "blob", b"elsewhere.yaml")
    twice = tree(repository, ("100644", b"link.yaml", blob), ("120000", b"link.yaml", pointed))
    word = committed(repository, tree(repository, ("40000", b"data", twice)))
    assert f"revision {word} cannot be unpacked: link.yaml: " in refused(repository, word, tmp_path / "y").message


def packed_entry(kind: int, data: bytes, base: bytes = b"", claimed: int | None = None) -> bytes:
    size = len(data) if claimed is None else claimed
    head = [kind << 4 | size & 15]
    size >>= 4
    while size:
        head[-1] |= 0x80
        head.append(size & 0x7F)
        size >>= 7
    return bytes(head) + base + zlib.compress(data, 9)


def number(value: int) -> bytes:
    made = bytearray()
    while value >= 0x80:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*made, value])


def write_pack(folder: Path, entries: dict[str, bytes]) -> None:
    """A pack and its index of entries that are written as they are, by the names they pretend to have."""
    pack, places = bytearray(b"PACK" + struct.pack(">II", 2, len(entries))), {}
    for name, entry in entries.items():
        places[name] = len(pack)
        pack += entry
    names = sorted(entries)
    counts = [sum(int(name[:2], 16) <= first for name in names) for first in range(256)]
    index = b"\xfftOc" + struct.pack(">I256I", 2, *counts) + b"".join(bytes.fromhex(name) for name in names)
    index += b"\0\0\0\0" * len(names) + b"".join(struct.pack(">I", places[name]) for name in names)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pack-x.pack").write_bytes(bytes(pack) + bytes(20))
    (folder / "pack-x.idx").write_bytes(index + bytes(40))


A, B, C = "aa" * 20, "bb" * 20, "cc" * 20
WIDE = b"\xff" + b"\0\0\0\0" + b"\xff\xff\xff"  # take 16 MB from the start
BOMBS: dict[str, Callable[[], dict[str, bytes]]] = {  # made where they are thrown: they take time
    "an entry of many bytes": lambda: {A: packed_entry(3, bytes(60_000_000))},
    "an entry that claims few": lambda: {A: packed_entry(3, bytes(40_000_000), claimed=10)},
    "an entry that claims many": lambda: {A: packed_entry(3, b"x", claimed=1 << 40)},
    "a difference that takes all again and again":
        lambda: {B: packed_entry(3, bytes(16_777_215)), A: packed_entry(7, number(16_777_215) + number(1 << 36) + WIDE * 4096, bytes.fromhex(B))},
    "a difference that claims few":
        lambda: {B: packed_entry(3, bytes(16_777_215)), A: packed_entry(7, number(16_777_215) + number(10) + WIDE * 4096, bytes.fromhex(B))},
    "a difference of many bytes": lambda: {B: packed_entry(3, b"x"), A: packed_entry(7, bytes(60_000_000), bytes.fromhex(B))},
    "a base of many bytes": lambda: {B: packed_entry(3, bytes(60_000_000)), A: packed_entry(7, number(60_000_000) + number(1) + b"\x90\x01", bytes.fromhex(B))},
    "a difference from itself": lambda: {A: packed_entry(7, number(1) + number(1) + b"\x90\x01", bytes.fromhex(A))},
    "two that are one another's": lambda: {A: packed_entry(7, b"\1\1\x90\1", bytes.fromhex(B)), B: packed_entry(7, b"\1\1\x90\1", bytes.fromhex(A))},
    "a base that is nowhere": lambda: {A: packed_entry(7, b"\1\1\x90\1", bytes.fromhex(C))},
    "an offset before the file": lambda: {A: packed_entry(6, b"\1\1\x90\1", b"\xff\xff\x7f")},
    "an offset to itself": lambda: {A: packed_entry(6, b"\1\1\x90\1", b"\0")},
    "a kind that is none": lambda: {A: packed_entry(5, b"x")},
    "nothing": lambda: {A: b""},
}  # fmt: skip


def bombed(repository: Path, entries: dict[str, bytes]) -> str:
    """A commit whose file A stands in a pack of these entries."""
    write_pack(repository / ".git/objects/pack", entries)
    return committed(repository, tree(repository, ("40000", b"data", tree(repository, ("100644", b"a", A)))))


@pytest.mark.parametrize("make", BOMBS.values(), ids=BOMBS)
def test_a_bomb_in_a_pack_is_refused_before_it_bursts(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[], dict[str, bytes]]
) -> None:
    monkeypatch.setattr("pnp.history.git_objects.MEMORY", 150_000_000)  # circles are filled sooner
    word = bombed(repository, make())
    assert (repository / ".git/objects/pack/pack-x.pack").stat().st_size < 200_000
    tracemalloc.start()
    try:
        problem = refused(repository, word, tmp_path / "x")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert problem.code == "git"
    assert peak < MOST + 20_000_000


MEASURED = """
import resource, sys
from pathlib import Path
from pnp.history.revision import unpack_revision
from pnp.problems import GameError
try:
    unpack_revision(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
except GameError as error:
    # of this program alone: ru_maxrss is at first that of whoever started it
    ours = next(int(line.split()[1]) for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    print(error.problems[0].code, ours * 1024, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


def huge(kind: int, size: int, base: bytes = b"") -> bytes:
    """An entry of so many zeros, which are packed a million at a time: a thousandth of it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    end = zlib.compressobj(9, zlib.DEFLATED, -15).flush()
    head = packed_entry(kind, b"", base, size)[: -len(zlib.compress(b"", 9))]
    return head + b"\x78\xda" + part * (size // 1_000_000) + end + struct.pack(">I", size % 65521 << 16 | 1)


ONE = number(3_000_000_000) + number(1) + b"\x90\x01"  # a byte of three thousand million
BURSTS: dict[str, Callable[[], dict[str, bytes]]] = {
    "a file": lambda: {A: huge(3, 3_000_000_000)},
    "what a file is a difference from": lambda: {B: huge(3, 3_000_000_000), A: packed_entry(7, ONE, bytes.fromhex(B))},
    "a difference": lambda: {B: packed_entry(3, b"x"), A: huge(7, 3_000_000_000, bytes.fromhex(B))},
    "what a difference makes": BOMBS["a difference that takes all again and again"],
    "what is just not refused at once": lambda: {
        B: huge(3, 400_000_000),
        A: packed_entry(7, number(400_000_000) + number(1) + b"\x90\x01", bytes.fromhex(B)),
    },
    "a folder": lambda: {A: huge(2, 3_000_000_000)},
    "a commit": lambda: {A: huge(1, 3_000_000_000)},
    "a tag": lambda: {A: huge(4, 3_000_000_000)},
}


@pytest.mark.skipif(sys.platform != "linux", reason="only here can a program's memory be bounded")
@pytest.mark.parametrize("make", BURSTS.values(), ids=BURSTS)
def test_git_takes_no_more_memory_than_it_may(
    repository: Path, tmp_path: Path, make: Callable[[], dict[str, bytes]]
) -> None:
    """Three thousand million bytes, packed into three million: this program and git stay small, each of them."""
    entries = make()
    word = bombed(repository, entries)
    if entries[A][0] >> 4 & 7 == 2:
        word = committed(repository, tree(repository, ("40000", b"data", A)))
    elif entries[A][0] >> 4 & 7 in (1, 4):
        word = A
    command = [sys.executable, "-c", MEASURED, str(repository), word, str(tmp_path / "x")]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run(command, check=True, capture_output=True, env=environment)
    code, ours, gits = done.stdout.split()
    print(code, int(ours) // 1_000_000, "MB", int(gits) // 1_000_000, "MB")
    assert code in (b"git", b"unknown-revision")
    assert 0 < int(ours) < 150_000_000
    assert 0 < int(gits) < MEMORY


def test_long_chains_come_to_an_end(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [A, *(f"{number:040x}" for number in range(3_000))][::-1]
    entries = {names[0]: packed_entry(3, b"x")}
    for before, name in pairwise(names):
        entries[name] = packed_entry(7, b"\1\1\x90\1", bytes.fromhex(before))
    assert "is damaged" in refused(repository, bombed(repository, entries), tmp_path / "x").message
    monkeypatch.setattr("pnp.history.git_objects.SECONDS", 0)
    assert "too much memory or time" in refused(repository, "HEAD", tmp_path / "y").message


def test_a_bomb_of_loose_objects_is_refused(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tracemalloc.start()
    try:
        for claimed in (None, 10, 1 << 50):
            name = put(repository, "blob", bytes(60_000_000), claimed)
            word = committed(repository, tree(repository, ("40000", b"data", tree(repository, ("100644", b"a", name)))))
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            assert refused(repository, word, tmp_path / word).code == "git"
            assert tracemalloc.get_traced_memory()[1] - before < 20_000_000
    finally:
        tracemalloc.stop()
    wide = tree(repository, ("100644", b"a", put(repository, "blob", b"x")))
    for _ in range(50):  # folders in folders
        wide = tree(repository, ("40000", b"a", wide))
    word = committed(repository, tree(repository, ("40000", b"data", wide)))
    assert "too deep" in refused(repository, word, tmp_path / "deep").message
    doubled = tree(repository, ("100644", b"a", put(repository, "blob", b"x")))
    for _ in range(20):  # a million files of twenty objects
        doubled = tree(repository, ("40000", b"a", doubled), ("40000", b"b", doubled))
    word = committed(repository, tree(repository, ("40000", b"data", doubled)))
    monkeypatch.setattr("pnp.history.revision.MOST_FILES", 300)
    assert "more than 300 files" in refused(repository, word, tmp_path / "wide").message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("name", ["HEAD", "packed-refs", "shallow", "refs/heads/main", "objects/info/alternates"])
def test_a_pipe_in_a_repository_holds_nothing_up(repository: Path, tmp_path: Path, name: str) -> None:
    path = repository / ".git" / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    try:
        unpack_revision(repository, "main", tmp_path)
    except GameError as error:
        assert error.problems


@pytest.mark.parametrize("damage", range(40))
def test_a_damaged_repository_is_refused_clean(repository: Path, tmp_path: Path, damage: int) -> None:
    """Bytes of a pack, its index, names and loose objects are changed, one at a time; what is read is right, or refused."""
    if damage % 2:
        git(repository, "gc", "-q", "--aggressive")
    paths = sorted(
        path
        for path in (repository / ".git").rglob("*")
        if path.is_file() and "hooks" not in path.parts and "logs" not in path.parts
    )
    kept = {path: path.read_bytes() for path in paths}
    for path, data in kept.items():
        if data:
            place = int.from_bytes(hashlib.sha256(f"{damage}{path.name}".encode()).digest()[:4]) % len(data)
            path.chmod(0o644)
            path.write_bytes(data[:place] + bytes([data[place] ^ (1 << damage % 8)]) + data[place + 1 :])
            try:
                assert health(repository, "HEAD", tmp_path / path.name) in ("12", "13", "14"), path
            except GameError as error:
                assert error.problems[0].hint or error.problems[0].message
            path.write_bytes(data)


def test_objects_of_another_kind_and_short_names_of_several_are_told(repository: Path, tmp_path: Path) -> None:
    root = git(repository, "rev-parse", "HEAD^{tree}")
    problem = refused(repository, root, tmp_path / "x")
    assert (problem.message, problem.hint) == (f"'{root}' is no commit", "name a commit, a branch or a tag of one")
    seen: dict[str, int] = {}
    for number in range(20_000):  # until two begin with the same six digits
        start = hashlib.sha1(f"blob {len(str(number))}\0{number}".encode(), usedforsecurity=False).hexdigest()[:6]
        if start in seen:
            break
        seen[start] = number
    for alike in (seen[start], number):
        put(repository, "blob", str(alike).encode())
    problem = refused(repository, start, tmp_path / "x")
    assert (problem.message, problem.hint) == (
        f"'{start}' begins the names of several objects",
        "write more of its digits",
    )
    blob = put(repository, "blob", b"x")
    word = committed(repository, tree(repository, ("40000", b"data", blob)))
    assert refused(repository, word, tmp_path / "y").message == f"{blob[:12]} is a blob, no tree"
    word = committed(repository, tree(repository, ("40000", b"data", tree(repository, ("100644", b"a", root)))))
    assert refused(repository, word, tmp_path / "z").message == f"{root[:12]} is a tree, no blob"
    word = committed(repository, blob)
    assert refused(repository, word, tmp_path / "w").message == f"{blob[:12]} is a blob, no tree"


def test_a_commit_without_a_folder_of_data_is_no_workspace(repository: Path, tmp_path: Path) -> None:
    blob = put(repository, "blob", b"x")
    word = committed(repository, tree(repository, ("100644", b"date", blob)))
    problem = refused(repository, word, tmp_path / "x")
    assert (problem.code, problem.message) == ("no-workspace", f"revision {word} has no folder data/")


def test_a_damaged_folder_is_told(repository: Path, tmp_path: Path) -> None:
    word = put(repository, "commit", b"\nx\n")
    assert refused(repository, word, tmp_path / "w").code == "unknown-revision"
    inner = put(repository, "tree", b"100644 a\0short")
    word = committed(repository, inner)
    problem = refused(repository, word, tmp_path / "x")
    assert (problem.code, problem.message) == ("git", "a folder of the repository is damaged")


def test_a_revision_may_hold_as_much_as_its_bounds(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blob = put(repository, "blob", b"xyz")
    inner = tree(repository, ("100644", b"a" * 255, blob), ("100644", b"b", blob))
    word = committed(repository, tree(repository, ("40000", b"data", inner), ("100644", b"fonts", blob)))
    for name, least, said in (
        ("MOST_FILES", 4, "holds more than 3 files, or too deep"),
        ("MOST_BYTES", 9, "holds more than 0 MB"),
    ):
        monkeypatch.setattr(f"pnp.history.revision.{name}", least)
        assert len(unpacked(unpack_revision(repository, word, tmp_path / f"{name}1"))) == 3
        monkeypatch.setattr(f"pnp.history.revision.{name}", least - 1)
        assert refused(repository, word, tmp_path / f"{name}2").message == f"revision {word} {said}"
        monkeypatch.setattr(f"pnp.history.revision.{name}", 1_000)
    monkeypatch.setattr("pnp.history.git_objects.GitObjects.read.__defaults__", (3,))
    assert len(unpacked(unpack_revision(repository, word, tmp_path / "y"))) == 3
    monkeypatch.setattr("pnp.history.git_objects.GitObjects.read.__defaults__", (2,))
    assert refused(repository, word, tmp_path / "z").message == "the revision holds more than can be read"
    monkeypatch.undo()
    monkeypatch.chdir(repository)
    longer = tree(repository, ("100644", b"a" * 256, blob))
    word = committed(repository, tree(repository, ("40000", b"data", longer)))
    assert refused(repository, word, tmp_path / "w").message == (
        f"revision {word} holds a file whose name no disk takes: {'a' * 40}…"
    )
    deep = inner
    for depth in range(41):
        if depth >= 39:
            word = committed(repository, tree(repository, ("40000", b"data", deep)))
            if depth == 39:
                assert len(unpacked(unpack_revision(repository, word, tmp_path / "deep"))) == 2
            else:
                assert "too deep" in refused(repository, word, tmp_path / "deeper").message
        deep = tree(repository, ("40000", b"d", deep))


def test_a_pointer_is_short_and_a_link_is_made_as_it_is(repository: Path, tmp_path: Path) -> None:
    start = b"version https://git-lfs.github.com/spec/"
    long, short = put(repository, "blob", start.ljust(1_000)), put(repository, "blob", start.ljust(999))
    link = put(repository, "blob", b"../data/long")
    inner = tree(repository, ("100644", b"long", long), ("120000", b"to", link))
    word = committed(repository, tree(repository, ("40000", b"data", inner), ("40000", b"other", inner)))
    folder = unpack_revision(repository, word, tmp_path / "x")
    assert (folder / "data/to").readlink() == Path("../data/long")
    assert [path.name for path in folder.iterdir()] == ["data"]
    word = committed(repository, tree(repository, ("40000", b"data", tree(repository, ("100644", b"short", short)))))
    assert refused(repository, word, tmp_path / "y").message == (
        f"short of revision {word} is kept by Git LFS, whose filter is not run"
    )


def test_a_repository_borrows_from_twenty_places_at_most_and_names_nothing_else(
    repository: Path, tmp_path: Path
) -> None:
    inner = repository / ".git"
    (inner / "objects/info").mkdir(exist_ok=True)
    for count in (19, 20):  # its own folder is one
        for number in range(count):
            (inner / f"more{number}").mkdir(exist_ok=True)
        lines = "".join(f"../more{number}\n" for number in range(count))
        (inner / "objects/info/alternates").write_text(f"{lines}\n# a word\n../more1/\n")
        if count == 19:
            assert health(repository, "HEAD", tmp_path / "x") == "14"
        else:
            assert refused(repository, "HEAD", tmp_path / "y").message == (
                "the repository borrows objects from too many places"
            )
    (inner / "objects/info/alternates").write_text("#" * 10_000)
    assert health(repository, "HEAD", tmp_path / "z") == "14"
    (inner / "objects/info/alternates").write_text("#" * 10_001)
    assert refused(repository, "HEAD", tmp_path / "w").code == "file-too-large"


def test_folders_of_names_and_what_is_no_repository_are_told(repository: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    shutil.move(repository / ".git/refs", elsewhere)
    (repository / ".git/refs").symlink_to(elsewhere)
    problem = refused(repository, "HEAD", tmp_path / "x")
    assert (problem.code, problem.message.startswith(".git/refs leads out of the workspace")) == ("outside", True)
    (repository / ".git/refs").unlink()
    shutil.move(elsewhere, repository / ".git/refs")
    (repository / ".git/refs/heads/main.lock").write_text("nothing")
    assert health(repository, "main", tmp_path / "y") == "14"
    shutil.rmtree(repository / ".git")
    (repository / ".git").write_text("x\n")
    assert refused(repository, "HEAD", tmp_path / "z").message == ".git is neither a folder nor the name of one"
