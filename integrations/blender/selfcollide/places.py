"""What the report of a check says, in Blender's terms: ranges of frames, and places with names, frames and faces."""

import json
import re

SIDES = {"l": "left", "r": "right", "left": "left", "right": "right"}
PREFIX = re.compile(r"^(?:mixamorig\d*|def|org|mch|bip\d*|bip01|armature)[:_\-. ]+", re.IGNORECASE)
GRAVITY = {"touching": 0, "hairline": 1, "shallow": 2, "deep": 3}


class Report:
    def __init__(self, path, snapshot):
        with open(path, encoding="utf-8") as text:
            report = json.load(text)
        self.file = report["files"][0]
        if "error" in self.file:
            raise ValueError(self.file["error"]["message"])
        self._snapshot = snapshot
        self._frames = {snapshot.frames[each["frame"]]: each for each in self.file["frames"]}

    def counts(self):
        """Findings per frame of the scene, where there are any."""
        found = {frame: count_findings(each) for frame, each in self._frames.items()}
        return {frame: count for frame, count in found.items() if count > 0}

    def contacts(self, frame):
        """Contacts of a frame: edges and triangles, as the report numbers them."""
        return self._frames[frame].get("list", [])

    def ranges(self):
        """Runs of frames with findings: first, last, and the worst of them."""
        counts = self.counts()
        runs = []
        for frame in self._snapshot.frames:
            if frame not in counts:
                continue
            before = self._snapshot.frames[self._snapshot.frames.index(frame) - 1]
            if runs and runs[-1][-1] == before:
                runs[-1].append(frame)
            else:
                runs.append([frame])
        return [(run[0], run[-1], max(run, key=lambda frame: counts[frame])) for run in runs]

    def places(self):
        """Places over all frames, the worst first: the same two parts in whatever frames they meet."""
        found = {}
        for frame, each in self._frames.items():
            sides = self._sides(each)
            for number, place in enumerate(each.get("places", [])):
                measure = place.get("measure", {})
                name = self._name(sides.get(number, [])) or place["name"]
                entry = found.setdefault(name, {"name": name, "frames": [], "worst": None, "rank": None})
                entry["frames"].append(frame)
                rank = (GRAVITY.get(measure.get("severity"), -1), measure.get("depth", 0.0), place["findings"])
                if entry["rank"] is None or rank > entry["rank"]:
                    faces = sorted({face for pair in sides.get(number, []) for face in pair})
                    entry.update(rank=rank, worst=frame, center=place["center"], low=place["min"], high=place["max"])
                    entry.update(severity=measure.get("severity", "unknown"), depth=measure.get("depth", -1.0))
                    entry.update(findings=place["findings"], faces=faces)
        return sorted(found.values(), key=lambda entry: entry["rank"], reverse=True)

    def _sides(self, frame):
        """Per place of a frame the pairs of faces that meet there, numbered through the file from 0."""
        sides = {}
        for finding in frame.get("list", []):
            pair = (finding["first"]["face"] - 1, finding["second"]["face"] - 1)
            sides.setdefault(finding["place"], []).append(pair)
        return sides

    def _name(self, pairs):
        """Named by the bones that move most of the faces; None where there are no bones."""
        counts = {}
        for pair in pairs:
            names = sorted(self._bone(face) or "" for face in pair)
            if "" not in names:
                counts[tuple(names)] = counts.get(tuple(names), 0) + 1
        if not counts:
            return None
        first, second = max(counts, key=lambda names: (counts[names], names))
        return "%s with itself" % first if first == second else "%s and %s" % (first, second)

    def _bone(self, face):
        index, number = self._snapshot.owner(face)
        each = self._snapshot.objects()[index]
        polygons = each.data.polygons
        rigs = [modifier.object.data for modifier in each.modifiers if modifier.type == "ARMATURE" and modifier.object]
        if not rigs or number >= len(polygons):
            return None
        bones = {bone.name for rig in rigs for bone in rig.bones if bone.use_deform}
        shares = {}
        for v in polygons[number].vertices:
            for group in each.data.vertices[v].groups:
                name = each.vertex_groups[group.group].name
                if name in bones:
                    shares[name] = shares.get(name, 0.0) + group.weight
        return clean_bone_name(max(shares, key=shares.get)) if shares else None


def count_findings(frame):
    return sum(frame[kind] for kind in ("contacts", "folded", "duplicates", "proximities", "impacts"))


def clean_bone_name(name):
    """mixamorig:LeftForeArm, DEF-forearm.L and forearm_l are all called left forearm."""
    short = PREFIX.sub("", name)
    side = ""
    match = re.match(r"^(.*?)[._\- ]([lr]|left|right)(\.\d+)?$", short, re.IGNORECASE)
    if match:
        short, side = match.group(1), SIDES[match.group(2).lower()]
    else:
        match = re.match(r"^([lr])[._\- ]+(.*)$", short, re.IGNORECASE) or re.match(r"^([Ll]eft|[Rr]ight)[._\- ]?([A-Z].*)$", short)
        if match:
            side, short = SIDES[match.group(1).lower()], match.group(2)
    words = re.sub(r"([a-z\d])([A-Z])", r"\1 \2", short).replace("_", " ").replace(".", " ").replace("-", " ")
    text = " ".join(words.lower().split()).replace("fore arm", "forearm")
    return ("%s %s" % (side, text)).strip()
