"""Selects the faces that a JSON report of selfcollide check names, in Maya. NOT TRIED: it was written without Maya at hand.

The report needs the findings one by one:  selfcollide check hero.obj --json report.json --list all

In Maya's script editor (Python):  exec(open("select_contacts_maya.py").read()); select_contacts("report.json")

Faces are found by where the contacts are, on the meshes of the scene; units must be those of the file.
"""

import json

import maya.api.OpenMaya as om
import maya.cmds as cmds


def select_contacts(path, number=None):
    with open(path) as text:
        report = json.load(text)
    file = next(each for each in report["files"] if "frames" in each)
    frames = [each for each in file["frames"] if "list" in each and (number is None or each["frame"] == number)]
    if not frames:
        raise RuntimeError("selfcollide: no such frame, or the report lists no findings; write it with --list all.")
    frame = max(frames, key=lambda each: len(each["list"]))
    faces = set()
    for shape in cmds.ls(type="mesh", noIntermediate=True, long=True):
        selection = om.MSelectionList()
        selection.add(shape)
        mesh = om.MFnMesh(selection.getDagPath(0))
        size = max(mesh.boundingBox.width, mesh.boundingBox.height, mesh.boundingBox.depth)
        for finding in frame["list"]:
            for key in ("point", "secondPoint"):
                point = om.MPoint(*finding.get(key, finding["point"]))
                closest, face = mesh.getClosestPoint(point, om.MSpace.kWorld)
                if closest.distanceTo(point) <= 1e-4 * size:
                    faces.add("%s.f[%d]" % (shape, face))
    cmds.select(sorted(faces), replace=True)
    print("selfcollide: selected %d faces, frame %s." % (len(faces), frame["frame"]))
