"""The work of Check and Fix, in steps: each job is a generator of how far it is, so that Blender can draw in between."""

import json
import os
import shutil
import tempfile

from . import correct
from .places import Report
from .program import ProgramError, Run, find_command
from .snapshot import Snapshot

MARKER = "self-collision"


def check(context, program):
    """Writes verdict, markers and places into the scene."""
    scene = context.scene
    for progress, report, snapshot in _report_of(context, program, frames_of(scene), selected_meshes(context)):
        yield progress, "Checking"
    show_report(scene, report, snapshot)


def fix(context, program):
    """Moves vertices until no frame has a contact beyond those of the rest pose, then checks what came out."""
    scene = context.scene
    settings = scene.selfcollide
    objects = selected_meshes(context)
    frames = frames_of(scene)
    folder = tempfile.mkdtemp(prefix="selfcollide-")
    before = scene.frame_current
    run = None
    try:
        snapshot = Snapshot(context, objects, frames, folder)
        for progress in _export(snapshot):
            yield 0.3 * progress, "Reading frames"
        fixed = os.path.join(folder, "fixed.pc2")
        summary = os.path.join(folder, "fix.json")
        words = [*find_command(program), "fix", snapshot.mesh_path, "--cache", snapshot.cache_path]
        words += ["--output", fixed, "--json", summary, "--quiet"]
        words += ["--gap", repr(settings.gap)] if settings.gap > 0 else []
        for name in listed(settings.hold):
            words += ["--hold", name]
        run = Run(words)
        while not run.is_done():
            yield 0.5, "Fixing"
        run.status()
        with open(summary, encoding="utf-8") as text:
            result = json.load(text)
        left = [frames[i] for i, each in enumerate(result["frames"]) if each["after"] > 0]
        moved = any(each["moved"] > 0 for each in result["frames"])
        if not moved:
            exempt = result["exempt"]["between"] + result["exempt"]["within"]
            free = "Nothing was changed: no frame has a contact beyond those of the rest pose"
            through = " (%d there, which may go on touching)." % exempt if exempt else "."
            clear(scene)
            settings.verdict = "Nothing could be freed; nothing was changed." if left else free + through
            return
        positions = (correct.read_cache(snapshot.cache_path), correct.read_cache(fixed))
    finally:
        if run is not None:
            run.stop()
        scene.frame_set(before)
        shutil.rmtree(folder, ignore_errors=True)
    made = []
    try:
        # few shape keys if they are good enough, else as many as it takes
        for accuracy in (result["gap"] / 4, 0.0):
            correct.take_back(made)
            for progress in correct.apply(context, snapshot, *positions, accuracy, made):
                yield 0.6 + 0.2 * progress, "Writing shape keys"
            for progress, report, again in _report_of(context, program, frames, objects):
                yield 0.8 + 0.2 * progress, "Checking what came out"
            if set(report.counts()) <= set(left) | touching_before(result, frames):
                break
    except BaseException:
        correct.take_back(made)
        raise
    finally:
        scene.frame_set(before)
    show_report(scene, report, again)
    freed = "No frame hits itself beyond the rest pose." if not left else "%d frames could not be freed." % len(left)
    settings.verdict = "Fixed. %s %s" % (freed, settings.verdict)


def touching_before(result, frames):
    """Frames that have contacts of the rest pose, which Fix lets through."""
    exempt = result["exempt"]
    return set(frames) if exempt["between"] + exempt["within"] > 0 else set()


def _report_of(context, program, frames, objects):
    """Yields progress, and last the report with the snapshot that it speaks of."""
    scene = context.scene
    settings = scene.selfcollide
    folder = tempfile.mkdtemp(prefix="selfcollide-")
    before = scene.frame_current
    run = None
    try:
        snapshot = Snapshot(context, objects, frames, folder)
        for progress in _export(snapshot):
            yield 0.6 * progress, None, None
        path = os.path.join(folder, "report.json")
        words = [*find_command(program), "check", snapshot.mesh_path, "--cache", snapshot.cache_path, "--no-config"]
        words += ["--json", path, "--all", "--quiet"]
        for rule in listed(settings.ignore):
            words += ["--ignore", rule]
        words += ["--ignore-rest"] if settings.ignore_rest else []
        words += ["--between-frames"] if settings.between_frames else []
        words += ["--proximity", repr(settings.proximity)] if settings.proximity > 0 else []
        run = Run(words)
        while not run.is_done():
            yield 0.8, None, None
        run.status()
        try:
            report = Report(path, snapshot)
        except FileNotFoundError as error:
            raise ProgramError("The program wrote no report: is it the selfcollide command?") from error
        except ValueError as error:
            raise ProgramError(str(error)) from error
        yield 1.0, report, snapshot
    finally:
        if run is not None:
            run.stop()
        scene.frame_set(before)
        shutil.rmtree(folder, ignore_errors=True)


def _export(snapshot):
    try:
        written = 0
        while snapshot.add_frame():
            written += 1
            yield written / len(snapshot.frames)
    finally:
        snapshot.close()


def frames_of(scene):
    return list(range(scene.frame_start, scene.frame_end + 1, scene.frame_step))


def selected_meshes(context):
    return [each for each in context.selected_objects if each.type == "MESH"]


def listed(text):
    return [each.strip() for each in text.split(";") if each.strip()]


def show_report(scene, report, snapshot):
    settings = scene.selfcollide
    clear(scene)
    counts = report.counts()
    if counts:
        worst = max(counts, key=counts.get)
        # contacts are not all that was looked for
        asks_more = settings.proximity > 0 or settings.between_frames
        what = "have findings (contacts, what is near, or what meets between frames)" if asks_more else "hit themselves"
        noun = "findings" if asks_more else "contacts"
        settings.verdict = "%d of %d frames %s, the worst is frame %d with %d %s." % (
            len(counts),
            len(snapshot.frames),
            what,
            worst,
            counts[worst],
            noun,
        )
    else:
        settings.verdict = "None of %d frames hits itself." % len(snapshot.frames)
    for first, last, worst in report.ranges():
        length = "" if first == last else " until %d" % last
        scene.timeline_markers.new("%s%s" % (MARKER, length), frame=first)
        if worst != first:
            scene.timeline_markers.new("%s, worst" % MARKER, frame=worst)
    for entry in report.places():
        place = settings.places.add()
        place.name = entry["name"]
        place.severity = entry["severity"]
        place.depth = entry["depth"]
        place.findings = entry["findings"]
        place.frame_count = len(entry["frames"])
        place.first_frame = min(entry["frames"])
        place.last_frame = max(entry["frames"])
        place.worst_frame = entry["worst"]
        place.center = entry["center"]
        size = sum((high - low) ** 2 for low, high in zip(entry["low"], entry["high"])) ** 0.5
        place.radius = max(size / 2, 1e-6)
        place.faces = pack_faces(entry["faces"], snapshot)


def clear(scene):
    """Takes away markers and places of an earlier check."""
    for marker in [each for each in scene.timeline_markers if each.name.startswith(MARKER)]:
        scene.timeline_markers.remove(marker)
    scene.selfcollide.places.clear()
    scene.selfcollide.active_place = 0
    scene.selfcollide.verdict = ""


def pack_faces(faces, snapshot):
    by_object = {}
    for face in faces:
        index, number = snapshot.owner(face)
        by_object.setdefault(snapshot.names[index], []).append(number)
    # names may hold any sign: JSON keeps them apart
    return json.dumps(by_object)


def unpack_faces(text):
    return json.loads(text) if text else {}
