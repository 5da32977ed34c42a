"""Selects the faces that a JSON report of selfcollide check names, in Blender.

The report needs the findings one by one:  selfcollide check hero.glb --json report.json --list all

In Blender: Scripting workspace, open this text, put the path of the report below, run it.
From a terminal:  blender hero.blend --python select_contacts_blender.py -- report.json [frame]

Without a frame it takes the worst one. Faces are found by where the contacts are in that frame, on the objects that the report
names; so numbers of vertices and faces, which importers change, do not matter. Tried with Blender 3.4.
"""

import json
import sys

import bpy
from mathutils import Vector
from mathutils.bvhtree import BVHTree

TOLERANCE = 1e-5  # of an object's size: faces so near to a contact are meant
REPORT = ""  # path of the report, if it is not on the command line


def read_arguments():
    after = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    path = after[0] if after else REPORT
    if not path:
        raise SystemExit("selfcollide: put the path of a report into REPORT, or behind -- on the command line.")
    return path, int(after[1]) if len(after) > 1 else None


def choose_frame(file, number):
    """The frame with this number, or the one with the most findings."""
    frames = [frame for frame in file["frames"] if "list" in frame]
    if not frames:
        raise SystemExit("selfcollide: the report lists no findings; write it with --list all.")
    if number is not None:
        frames = [frame for frame in frames if frame["frame"] == number]
        if not frames:
            raise SystemExit("selfcollide: the report has no frame %d." % number)
    return max(frames, key=lambda frame: len(frame["list"]))


def to_blender(point, file_format):
    """glTF, and what importers treat like it, has y up; Blender has z up."""
    x, y, z = point
    return Vector((x, -z, y)) if file_format in ("gltf", "obj", "fbx", "collada") else Vector((x, y, z))


def find_objects(name):
    """Importers add .001 and the like to names that are taken."""
    meshes = [each for each in bpy.context.scene.objects if each.type == "MESH"]
    named = [each for each in meshes if each.name == name or each.name.rsplit(".", 1)[0] == name]
    return named or meshes


def main():
    path, number = read_arguments()
    with open(path, encoding="utf-8") as text:
        report = json.load(text)
    files = [file for file in report["files"] if "frames" in file]
    if not files:
        raise SystemExit("selfcollide: no file of the report could be read.")
    file = files[0]
    frame = choose_frame(file, number)
    if frame["time"] is not None:
        scene = bpy.context.scene
        scene.frame_set(round(frame["time"] * scene.render.fps / scene.render.fps_base))
    graph = bpy.context.evaluated_depsgraph_get()
    trees = {}
    chosen = {}
    missed = 0
    for finding in frame["list"]:
        for side, key in (("first", "point"), ("second", "secondPoint")):
            point = to_blender(finding.get(key, finding["point"]), file["format"])
            found = False
            for each in find_objects(finding[side]["object"]):
                if each.name not in trees:
                    trees[each.name] = BVHTree.FromObject(each, graph)
                inside = each.matrix_world.inverted() @ point
                scale = max(abs(value) for value in each.matrix_world.to_scale()) or 1.0
                near = TOLERANCE * max(each.dimensions) / scale
                # both faces that cross there, and neighbours where it is on an edge
                for _, _, face, _ in trees[each.name].find_nearest_range(inside, near):
                    chosen.setdefault(each.name, set()).add(face)
                    found = True
            missed += not found
    if bpy.context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for each in bpy.context.scene.objects:
        if each.type != "MESH":
            continue
        faces = chosen.get(each.name, set())
        each.select_set(bool(faces))
        for polygon in each.data.polygons:
            polygon.select = polygon.index in faces
        if not faces:
            continue
        for edge in each.data.edges:
            edge.select = False
        for vertex in each.data.vertices:
            vertex.select = False
        bpy.context.view_layer.objects.active = each
    count = sum(len(faces) for faces in chosen.values())
    print("selfcollide: selected %d faces of %d objects, frame %s." % (count, len(chosen), frame["frame"]))
    if missed:
        print("selfcollide: %d sides of findings are on no face here; is it the model and the frame of the report?" % missed)


main()
