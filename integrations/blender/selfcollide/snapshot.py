"""Evaluated meshes of a frame range, written as files that the command reads: an OBJ for the faces and a PC2 cache for the motion."""

import os
import struct

import bpy
import numpy


class SnapshotError(Exception):
    """The objects cannot be handed over."""


class Snapshot:
    """The deformed objects, frame by frame, in world space. Frames are added one at a time, so that Blender stays alive."""

    def __init__(self, context, objects, frames, folder):
        if not objects:
            raise SnapshotError("Select at least one mesh object.")
        self.names = [each.name for each in objects]
        self.frames = frames
        self.mesh_path = os.path.join(folder, "rest.obj")
        self.cache_path = os.path.join(folder, "clip.pc2")
        self.first_vertex = []
        self.first_face = []
        self._context = context
        self._counts = []
        self._cache = open(self.cache_path, "wb")
        self._next = 0
        context.scene.frame_set(frames[0])
        with in_rest_position(objects):
            self._write_mesh()
        # version 1, start, sampling rate, number of samples
        header = struct.pack("<12siiffi", b"POINTCACHE2\0", 1, sum(self._counts), 0.0, 1.0, len(frames))
        self._cache.write(header)

    def objects(self):
        return [bpy.data.objects[name] for name in self.names]

    def add_frame(self):
        """Writes the next frame. Returns False when all are written."""
        if self._next >= len(self.frames):
            self._cache.close()
            return False
        frame = self.frames[self._next]
        self._context.scene.frame_set(frame)
        for name, count, positions in self._read():
            if len(positions) != count:
                raise SnapshotError(
                    "%s has %d vertices in frame %d and %d at rest; modifiers that change their number cannot be followed."
                    % (name, len(positions), frame, count)
                )
            self._cache.write(positions.astype("<f4").tobytes())
        self._next += 1
        return True

    def close(self):
        self._cache.close()

    def owner(self, face):
        """Object and number of a face, both from 0, of a face numbered through the file from 0."""
        index = max(i for i, first in enumerate(self.first_face) if first <= face)
        return index, face - self.first_face[index]

    def _read(self):
        graph = self._context.evaluated_depsgraph_get()
        for i, each in enumerate(self.objects()):
            yield each.name, self._counts[i] if i < len(self._counts) else None, world_positions(each, graph)

    def _write_mesh(self):
        graph = self._context.evaluated_depsgraph_get()
        vertices = 0
        faces = 0
        with open(self.mesh_path, "w", encoding="utf-8") as out:
            for each in self.objects():
                positions = world_positions(each, graph)
                polygons = polygons_of(each, graph)
                self.first_vertex.append(vertices)
                self.first_face.append(faces)
                self._counts.append(len(positions))
                out.write("o %s\n" % " ".join(each.name.split()))
                for x, y, z in positions:
                    out.write("v %.17g %.17g %.17g\n" % (x, y, z))
                for polygon in polygons:
                    out.write("f %s\n" % " ".join(str(vertices + 1 + v) for v in polygon))
                vertices += len(positions)
                faces += len(polygons)
        if faces == 0:
            raise SnapshotError("The selected objects have no faces.")


def world_positions(each, graph):
    """Positions of the evaluated mesh, a row per vertex, rounded to 32 bits."""
    evaluated = each.evaluated_get(graph)
    mesh = evaluated.to_mesh()
    try:
        flat = numpy.empty(3 * len(mesh.vertices), dtype=numpy.float32)
        mesh.vertices.foreach_get("co", flat)
    finally:
        evaluated.to_mesh_clear()
    local = flat.reshape(-1, 3).astype(numpy.float64)
    matrix = numpy.array(evaluated.matrix_world, dtype=numpy.float64)
    return (local @ matrix[:3, :3].T + matrix[:3, 3]).astype(numpy.float32)


def polygons_of(each, graph):
    evaluated = each.evaluated_get(graph)
    mesh = evaluated.to_mesh()
    try:
        return [tuple(polygon.vertices) for polygon in mesh.polygons]
    finally:
        evaluated.to_mesh_clear()


class in_rest_position:
    """Puts the armatures that move the objects into their rest position for as long as it lasts."""

    def __init__(self, objects):
        rigs = {modifier.object.data for each in objects for modifier in each.modifiers if is_rigged(modifier)}
        self._before = [(rig, rig.pose_position) for rig in rigs]

    def __enter__(self):
        for rig, _ in self._before:
            rig.pose_position = "REST"
        bpy.context.view_layer.update()

    def __exit__(self, *_):
        for rig, position in self._before:
            rig.pose_position = position
        bpy.context.view_layer.update()


def is_rigged(modifier):
    return modifier.type == "ARMATURE" and modifier.object is not None and modifier.object.type == "ARMATURE"
