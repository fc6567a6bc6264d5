"""Checks whole recordings: an inventory and the names of files come in, one report goes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from extractor.errors import InputError
from extractor.model.inventory import Inventory, Stream
from extractor.model.schema import Json
from extractor.validate.flaw import Flaw
from extractor.validate.frames import UNTYPED, Frame, FrameChecker
from extractor.validate.parse import LineParser, Malformed
from extractor.validate.report import FileReport, Report
from extractor.validate.source import LINE_LIMIT, Given, Line, as_source, read_lines
from extractor.validate.transcript import ADVICE, is_transcript_line
from extractor.validate.wire import Wire

PROGRESS_EVERY = 20_000

_VERSION = re.compile(r"\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,40})?")
_NAME_IT = "name the release instead: extractor validate 2.1.NNN FILE"


@dataclass(frozen=True, slots=True)
class Options:
    """How recordings are read: the stream of bare frames where it is known, the longest line in bytes, and who is
    told of progress (a file's name and how many of its lines are done)."""

    stream: Stream | None = None
    line_limit: int = LINE_LIMIT
    progress: Callable[[str, int], None] | None = None


def validate_files(inventory: Inventory, paths: Iterable[Given], options: Options | None = None) -> Report:
    """Check recordings (`-` is standard input) against one inventory. Each is a conversation of its own.

    A file that cannot be read, or that is a session transcript, is named in the report and the rest is checked.
    """
    return validate_each(((path, inventory) for path in paths), options)


def validate_each(pairs: Iterable[tuple[Given, Inventory]], options: Options | None = None) -> Report:
    """Check each recording against an inventory of its own."""
    report = Report()
    wires: dict[int, Wire] = {}
    for path, inventory in pairs:
        wire = wires.setdefault(id(inventory), Wire(inventory))
        file = FileReport(as_source(path).name, inventory.release)
        report.files.append(file)
        run = _Run(report, file, FrameChecker(inventory, wire), options or Options())
        try:
            run.read(path)
        except InputError as error:
            file.format = "unreadable" if file.format == "frames" else file.format
            file.error = str(error)
        run.close()
        report.unchecked |= wire.compiler.unchecked
    return report


def release_of_stream(path: Given) -> str:
    """The release a recording was made with, as its first system/init says. Standard input is read to there, so make
    it `rereadable` first. Raises InputError when there is none, when it is no version (a recording says what it wants,
    and must not name a path), or when it is a session transcript."""
    parser, name = LineParser(), as_source(path).name
    for line in read_lines(path):
        if line.data is None or not any(key in line.data for key in (b"claude_code_version", b"sessionId")):
            continue
        value = parser.parse(line.data)
        frame = value.get("frame", value) if isinstance(value, dict) else None
        if not isinstance(frame, dict):
            continue
        if is_transcript_line(frame, is_known_type=True):
            raise InputError(name, *ADVICE)
        version = init_version(frame)
        if version is not None:
            if not _VERSION.fullmatch(version):
                raise InputError(name, f"its system/init says {version[:60]!r}, which is no version", _NAME_IT)
            return version
    raise InputError(name, "no system/init frame says which release this is", _NAME_IT)


def init_version(frame: Frame) -> str | None:
    """The release that a system/init frame names."""
    if frame.get("type") != "system" or frame.get("subtype") != "init":
        return None
    version = frame.get("claude_code_version")
    return version if isinstance(version, str) and version else None


class _Run:
    """One recording on its way through: lines in, counts and problems into the report."""

    def __init__(self, report: Report, file: FileReport, checker: FrameChecker, options: Options) -> None:
        self.report, self.file, self.checker, self.options = report, file, checker, options
        self.parser = LineParser()
        self.versions = {file.release}

    def read(self, path: Given) -> None:
        progress = self.options.progress
        for line in read_lines(path, self.options.line_limit):
            self.file.lines += 1
            self._line(line)
            if progress is not None and self.file.lines % PROGRESS_EVERY == 0:
                progress(self.file.path, self.file.lines)

    def close(self) -> None:
        """Count what was asked and never answered."""
        unanswered = self.checker.control.pending.unanswered()
        self.file.unanswered = len(unanswered)
        self.file.first_unanswered = [(asked.line, asked.subtype[:80]) for asked in unanswered[:10]]

    def _line(self, line: Line) -> None:
        if line.data is None:
            self._malformed(line, f"a line longer than {self.options.line_limit} bytes: skipped")
            return
        value = self.parser.parse(line.data, line.is_cut)
        if isinstance(value, Malformed):
            self._malformed(line, value.reason)
            return
        if not isinstance(value, dict):
            self._malformed(line, _not_a_frame(value))
            return
        flaws = [Flaw("duplicate_key", name=key) for key in self.parser.repeated]
        frame, stream = value, self.options.stream
        if "frame" in value and "type" not in value:
            inner = value["frame"]
            if not isinstance(inner, dict):
                self._malformed(line, "`frame` is not an object")
                return
            frame, stream = inner, self._direction(value, flaws)
        self._frame(line.number, frame, stream, flaws)

    def _direction(self, wrapper: Frame, flaws: list[Flaw]) -> Stream | None:
        direction = wrapper.get("direction")
        if direction == "stdin" or direction == "stdout":
            return "stdin" if direction == "stdin" else "stdout"
        if direction is not None:
            flaws.append(Flaw("unexpected_value", '`direction` to be "stdin" or "stdout"', direction))
        return self.options.stream

    def _frame(self, number: int, frame: Frame, stream: Stream | None, flaws: list[Flaw]) -> None:
        if "session_id" not in frame and is_transcript_line(frame, self.checker.knows(frame)):
            if self.file.frames == 0:
                self.file.format = "transcript"
                raise InputError(self.file.path, *ADVICE)
            self.file.transcript_lines += 1
            return
        self.file.frames += 1
        verdict = self.checker.check(frame, stream, number)
        if verdict.flaws is not None:
            flaws += verdict.flaws
        version = init_version(frame)
        if version is not None and version not in self.versions and len(self.versions) < 16:
            self.versions.add(version)
            flaws.append(Flaw("other_release", name=version).at("claude_code_version"))
        self.report.add(self.file, number, verdict.model, verdict.stream, flaws)

    def _malformed(self, line: Line, reason: str) -> None:
        self.file.malformed += 1
        flaw = Flaw("malformed", note=reason)
        self.report.add(self.file, line.number, "(malformed)", None, [flaw])


def _not_a_frame(value: Json) -> str:
    if isinstance(value, list):
        return "a JSON array: frames are one object a line (record with `--output-format stream-json`)"
    return f"no frame: a JSON {'null' if value is None else type(value).__name__}"


__all__ = ["UNTYPED", "Options", "init_version", "release_of_stream", "validate_each", "validate_files"]
