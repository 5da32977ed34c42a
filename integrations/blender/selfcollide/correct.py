"""Brings fixed positions back into the objects: as corrective shape keys where armatures alone move them, else as a mesh cache."""

import os

import bpy
import numpy

from .snapshot import is_rigged, world_positions

KEY = "selfcollide"
#: Corrections below this share of the object's size are rounding.
NOTHING = 1e-7


def apply(context, snapshot, wanted, fixed, accuracy, made):
    """Yields how far it is. Vertices come out within `accuracy` of where they are fixed; what is added to objects goes into `made`."""
    for index, each in enumerate(snapshot.objects()):
        first = snapshot.first_vertex[index]
        last = snapshot.first_vertex[index + 1] if index + 1 < len(snapshot.names) else fixed.shape[1]
        moves = fixed[:, first:last].astype(numpy.float64) - wanted[:, first:last]
        size = max(each.dimensions) or 1.0
        lengths = numpy.linalg.norm(moves, axis=2).max(axis=1)
        moved = [i for i, length in enumerate(lengths) if length > NOTHING * size]
        if not moved:
            continue
        if takes_shape_keys(each, last - first):
            yield from _write_shape_keys(context, each, snapshot.frames, moves, moved, accuracy, made)
        else:
            _write_mesh_cache(each, snapshot.frames, fixed[:, first:last], made)
        yield (index + 1) / len(snapshot.names)


def take_back(made):
    """Removes what `apply` added."""
    for name, kind, part in made:
        each = bpy.data.objects[name]
        if kind == "modifier":
            each.modifiers.remove(each.modifiers[part])
        else:
            each.shape_key_remove(each.data.shape_keys.key_blocks[part])
    made.clear()


def takes_shape_keys(each, vertex_count):
    """Whether what is added to a vertex comes out as a linear function of it, and of no other vertex."""
    shown = [modifier for modifier in each.modifiers if modifier.show_viewport]
    return len(each.data.vertices) == vertex_count and all(is_rigged(modifier) for modifier in shown)


def _write_shape_keys(context, each, frames, moves, moved, accuracy, made):
    """Displacements of all frames before the armature, put together from as few shape keys as it takes."""
    scene = context.scene
    if each.data.shape_keys is None:
        made.append((each.name, "key", each.shape_key_add(name="Basis", from_mix=False).name))
    local = numpy.zeros((len(moved), moves.shape[1], 3))
    probe = each.shape_key_add(name="%s probe" % KEY, from_mix=False)
    try:
        for row, i in enumerate(moved):
            scene.frame_set(frames[i])
            local[row] = _before_armature(context, each, probe, moves[i])
            yield row / len(moved)
    finally:
        each.shape_key_remove(probe)
    shapes, weights = _factor(local.reshape(len(moved), -1), moves.shape[1], accuracy)
    keys = [_add_key(each, number, shape) for number, shape in enumerate(shapes)]
    # the basis goes last
    made[:0] = [(each.name, "key", key.name) for key in keys]
    _key_weights(keys, frames, moved, weights)


def _before_armature(context, each, probe, move):
    """What to add to each vertex so that it comes out moved so far: by trying what a step along each axis does."""
    rest = numpy.empty(3 * len(each.data.vertices), dtype=numpy.float32)
    probe.relative_key.data.foreach_get("co", rest)
    step = 0.01 * (max(each.dimensions) or 1.0)
    probe.value = 0.0
    before = _evaluate(context, each)
    columns = []
    probe.value = 1.0
    for axis in range(3):
        shifted = rest.reshape(-1, 3).copy()
        shifted[:, axis] += step
        probe.data.foreach_set("co", shifted.ravel())
        columns.append((_evaluate(context, each) - before) / step)
    probe.value = 0.0
    matrices = numpy.stack(columns, axis=2)  # vertex, coordinate in the world, coordinate at rest
    return numpy.linalg.solve(matrices + 1e-12 * numpy.eye(3), move[:, :, None])[:, :, 0]


def _evaluate(context, each):
    each.data.update_tag()
    context.view_layer.update()
    return world_positions(each, context.evaluated_depsgraph_get()).astype(numpy.float64)


def _factor(rows, vertex_count, accuracy):
    """As few shapes as reproduce every row, and the weight of each in each row, at most 1."""
    left, sizes, right = numpy.linalg.svd(rows, full_matrices=False)
    for rank in range(1, len(sizes) + 1):
        weights = left[:, :rank] * sizes[:rank]
        error = rows - weights @ right[:rank]
        if numpy.linalg.norm(error.reshape(len(rows), vertex_count, 3), axis=2).max() <= accuracy:
            break
    scales = numpy.abs(weights).max(axis=0)
    scales[scales == 0] = 1.0
    return right[:rank] * scales[:, None], weights / scales


def _add_key(each, number, shape):
    key = each.shape_key_add(name="%s %d" % (KEY, number + 1), from_mix=False)
    rest = numpy.empty(shape.size, dtype=numpy.float32)
    key.relative_key.data.foreach_get("co", rest)
    key.data.foreach_set("co", (rest + shape).astype(numpy.float32))
    key.slider_min = -1.0
    key.slider_max = 1.0
    key.value = 0.0
    return key


def _key_weights(keys, frames, moved, weights):
    """A keyframe wherever the weight is not 0, and one of 0 beside each run of them."""
    rows = {i: row for row, i in enumerate(moved)}
    edit = bpy.context.preferences.edit
    before = edit.keyframe_new_interpolation_type
    edit.keyframe_new_interpolation_type = "LINEAR"
    try:
        for i, frame in enumerate(frames):
            if not any(near in rows for near in (i - 1, i, i + 1)):
                continue
            for number, key in enumerate(keys):
                key.value = float(weights[rows[i], number]) if i in rows else 0.0
                key.keyframe_insert("value", frame=frame)
    finally:
        edit.keyframe_new_interpolation_type = before


def _write_mesh_cache(each, frames, positions, made):
    """For cloth and whatever else shape keys cannot correct: a modifier at the end that reads the fixed positions."""
    if any(frame != frames[0] + i for i, frame in enumerate(frames)):
        raise ValueError("%s: a mesh cache needs every frame; set the step of the frame range to 1." % each.name)
    folder = bpy.path.abspath("//selfcollide") if bpy.data.filepath else os.path.join(bpy.app.tempdir, "selfcollide")
    os.makedirs(folder, exist_ok=True)
    path = _free_name(folder, bpy.path.clean_name(each.name))
    inverse = numpy.linalg.inv(numpy.array(each.matrix_world, dtype=numpy.float64))
    local = positions.astype(numpy.float64) @ inverse[:3, :3].T + inverse[:3, 3]
    with open(path, "wb") as out:
        header = numpy.array([1, local.shape[1]], dtype="<i4").tobytes()
        rate = numpy.array([frames[0], 1.0], dtype="<f4").tobytes()
        out.write(b"POINTCACHE2\0" + header + rate + numpy.array([len(frames)], dtype="<i4").tobytes())
        out.write(local.astype("<f4").tobytes())
    modifier = each.modifiers.new("%s cache" % KEY, "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = bpy.path.relpath(path) if bpy.data.filepath else path
    modifier.interpolation = "LINEAR"
    modifier.frame_start = frames[0]
    made.insert(0, (each.name, "modifier", modifier.name))


def _free_name(folder, stem):
    number = 1
    while True:
        path = os.path.join(folder, "%s-%d.pc2" % (stem, number))
        if not os.path.exists(path):
            return path
        number += 1


def read_cache(path):
    """Positions by frame and vertex."""
    with open(path, "rb") as data:
        header = data.read(32)
        vertices = int.from_bytes(header[16:20], "little")
        samples = int.from_bytes(header[28:32], "little")
        return numpy.frombuffer(data.read(), dtype="<f4").reshape(samples, vertices, 3)
