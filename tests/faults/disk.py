"""A disk between SQLite and the real one: it counts syncs, and fails when told to.

It is an SQLite VFS made with ctypes: the default one with its own ``xOpen``, which gives every file a table of
methods where ``xSync`` and ``xWrite`` are ours and all others are the old ones. So what is counted is what SQLite
asks of the operating system, in this very process.
"""

from __future__ import annotations

import _sqlite3
import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p, cast
from typing import Any

OK, IOERR_FSYNC, FULL = 0, 10 | 4 << 8, 13
Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)


class Vfs(Structure):
    """``sqlite3_vfs`` of version 3."""

    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("most_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", Open),
        ("others", c_void_p * 14),
    )


class Methods(Structure):
    """``sqlite3_io_methods`` of version 3."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", Write),
        ("truncate", c_void_p),
        ("sync", Sync),
        ("others", c_void_p * 13),
    )


class Disk:
    """Counts syncs; ``failing`` is what a sync answers, ``full`` what a write answers, when not OK."""

    def __init__(self) -> None:
        self.syncs, self.failing, self.full = 0, OK, OK
        self._kept: list[object] = []
        self._tables: dict[int, Methods] = {}
        self._library = ctypes.CDLL(_sqlite3.__file__)  # finds SQLite among what Python's own module has loaded
        self._library.sqlite3_vfs_find.restype = c_void_p
        self._library.sqlite3_vfs_register.argtypes = (c_void_p, c_int)
        self._library.sqlite3_vfs_unregister.argtypes = (c_void_p,)
        self._real = self._library.sqlite3_vfs_find(None)
        real = cast(self._real, POINTER(Vfs)).contents
        assert real.version == 3
        self._open_really = real.open
        self._vfs = Vfs.from_buffer_copy(real)
        self._vfs.name, self._vfs.next, self._vfs.open = b"watched", None, self._keep(Open(self._open))

    @contextmanager
    def in_use(self) -> Iterator[Disk]:
        """All files opened meanwhile lie on this disk."""
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        try:
            yield self
        finally:
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
            self._library.sqlite3_vfs_register(self._real, 1)

    def _keep(self, made: Any) -> Any:
        self._kept.append(made)
        return made

    def _open(self, vfs: int, name: int, file: int, flags: int, out: int) -> int:
        code: int = self._open_really(self._real, name, file, flags, out)
        methods = cast(file, POINTER(c_void_p))
        if code == OK and methods[0]:
            methods[0] = self._methods(methods[0])
        return code

    def _methods(self, real: int) -> int:
        if real not in self._tables:
            old = cast(real, POINTER(Methods)).contents
            new = Methods.from_buffer_copy(old)
            write_really, sync_really = old.write, old.sync

            def write(file: int, data: int, size: int, at: int) -> int:
                return self.full or write_really(file, data, size, at)

            def sync(file: int, flags: int) -> int:
                self.syncs += 1
                return self.failing or sync_really(file, flags)

            new.write, new.sync = self._keep(Write(write)), self._keep(Sync(sync))
            self._tables[real] = new
        return ctypes.addressof(self._tables[real])
