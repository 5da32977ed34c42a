"""Draws the faces of the chosen place over the model, as they are in the current frame."""

import bpy
import gpu
from gpu_extras.batch import batch_for_shader

from .jobs import unpack_faces

FILL = (0.9, 0.1, 0.08, 0.45)
LINE = (0.9, 0.1, 0.08, 1.0)

_handlers = []


def draw():
    context = bpy.context
    settings = context.scene.selfcollide
    if not settings.show_overlay or not settings.active_place < len(settings.places):
        return
    triangles, lines = corners_of(context, unpack_faces(settings.places[settings.active_place].faces))
    if not triangles:
        return
    # 4.0 dropped the prefix
    name = "UNIFORM_COLOR" if bpy.app.version >= (4, 0, 0) else "3D_UNIFORM_COLOR"
    shader = gpu.shader.from_builtin(name)
    gpu.state.blend_set("ALPHA")
    gpu.state.depth_test_set("NONE")  # what lies inside the body is what is wrong with it
    shader.bind()
    for kind, points, color in (("TRIS", triangles, FILL), ("LINES", lines, LINE)):
        shader.uniform_float("color", color)
        batch_for_shader(shader, kind, {"pos": points}).draw(shader)
    gpu.state.depth_test_set("NONE")
    gpu.state.blend_set("NONE")


def corners_of(context, faces):
    """Corners of the faces, in world space: fans of triangles, and outlines."""
    graph = context.evaluated_depsgraph_get()
    triangles = []
    lines = []
    for name, numbers in faces.items():
        each = context.view_layer.objects.get(name)
        if each is None or not each.visible_get():
            continue
        evaluated = each.evaluated_get(graph)
        mesh = evaluated.data
        matrix = evaluated.matrix_world
        for number in numbers:
            if number >= len(mesh.polygons):
                continue
            points = [matrix @ mesh.vertices[v].co for v in mesh.polygons[number].vertices]
            for k in range(1, len(points) - 1):
                triangles += [points[0], points[k], points[k + 1]]
            for k, point in enumerate(points):
                lines += [point, points[(k + 1) % len(points)]]
    return triangles, lines


def register():
    if not bpy.app.background:
        _handlers.append(bpy.types.SpaceView3D.draw_handler_add(draw, (), "WINDOW", "POST_VIEW"))


def unregister():
    while _handlers:
        bpy.types.SpaceView3D.draw_handler_remove(_handlers.pop(), "WINDOW")
