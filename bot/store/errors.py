"""What can go wrong in the store, as types. Texts are for operators (logs, command line), not for players."""

from pathlib import Path


class StoreError(Exception):
    """Base of the errors that the store raises on purpose."""


class StoreInUse(StoreError):
    """Another process works with this database."""

    def __init__(self, path: Path, pid: int | None) -> None:
        holder = f"process {pid}" if pid is not None else "another process"
        super().__init__(f"The database {path} is in use by {holder}; only one may serve it at a time.")
        self.path = path
        self.pid = pid


class StoreClosed(StoreError):
    """The store has been closed or its writer has stopped; nothing was written."""

    def __init__(self) -> None:
        super().__init__("The store is closed.")


class LeaseLost(StoreError):
    """Another process has taken the database over; nothing was written."""

    def __init__(self, fence: int, found: int | None) -> None:
        super().__init__(f"This process held the database under number {fence}, it is now under {found}.")
        self.fence = fence
        self.found = found


class UnsupportedDatabase(StoreError):
    """The URL names a database that this version cannot use."""

    def __init__(self, dialect: str) -> None:
        super().__init__(f"Databases of the kind {dialect!r} are not supported; use sqlite:///path/to/file.")
        self.dialect = dialect


class DatabaseNewer(StoreError):
    """The database was written by a later version of the program."""

    def __init__(self, path: Path, found: str, known: str) -> None:
        super().__init__(
            f"The database {path} has schema {found}, this program knows schemas up to {known}; "
            "start the newer program, or restore a backup made by this one."
        )
        self.path = path
        self.found = found
        self.known = known


class ForeignDatabase(StoreError):
    """The file belongs to something else."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"The file {path} is not a database of this program.")
        self.path = path


class DatabaseOlder(StoreError):
    """The database must be migrated before it can be read."""

    def __init__(self, path: Path, found: str | None, known: str) -> None:
        schema = "no schema" if found is None else f"schema {found}"
        super().__init__(
            f"The database {path} has {schema}, not {known}; start the service or migrate it first."
        )
        self.path = path
        self.found = found
        self.known = known


class NoDatabase(StoreError):
    """There is no such file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"There is no database {path}.")
        self.path = path


class NotWritable(StoreError):
    """The database cannot be written: a full disk, a volume mounted to read only, a file of somebody else."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"The database {path} cannot be used: {reason}.")
        self.path = path
        self.reason = reason


class Damaged(StoreError):
    """The file was a database once and is not whole."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"The database {path} is damaged ({reason}); keep it, and restore a backup.")
        self.path = path
        self.reason = reason


class MigrationFailed(StoreError):
    """A migration would have lost or broken rows; the database is as it was."""


class BackupFailed(StoreError):
    """A backup could not be made, or is not whole."""


class UnknownRow(StoreError):
    """There is no row with this key."""

    def __init__(self, what: str, key: object) -> None:
        super().__init__(f"There is no {what} {key!r}.")
        self.what = what
        self.key = key


class Conflict(StoreError):
    """The row has moved on since it was read: somebody else was first. Nothing was written."""

    def __init__(self, what: str, key: object, expected: int, found: int) -> None:
        super().__init__(f"The {what} {key!r} is at revision {found}, not at {expected}.")
        self.what = what
        self.key = key
        self.expected = expected
        self.found = found


class DuplicateOrigin(StoreError):
    """A press or message with this origin has already been carried out. Nothing was written."""

    def __init__(self, origin: str) -> None:
        super().__init__(f"{origin!r} has been carried out already.")
        self.origin = origin


class SeatedTogether(StoreError):
    """Two persons who sit at the same open table cannot become one."""

    def __init__(self, table_id: str) -> None:
        super().__init__(f"Both sit at table {table_id!r}.")
        self.table_id = table_id
