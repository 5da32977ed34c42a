"""Scenes made for the tests: an arm with bones that bends into itself, a face with a shape key, cloth that falls and folds."""

import math

import bmesh
import bpy


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)


def tube(name, length, radius, rings, sides):
    """A closed tube along x, from 0 to its length."""
    mesh = bpy.data.meshes.new(name)
    build = bmesh.new()
    loops = []
    for i in range(rings):
        x = length * i / (rings - 1)
        loops.append(
            [
                build.verts.new((x, radius * math.cos(2 * math.pi * k / sides), radius * math.sin(2 * math.pi * k / sides)))
                for k in range(sides)
            ]
        )
    for before, after in zip(loops, loops[1:]):
        for k in range(sides):
            build.faces.new((before[k], before[(k + 1) % sides], after[(k + 1) % sides], after[k]))
    build.faces.new(list(reversed(loops[0])))
    build.faces.new(loops[-1])
    # a quad that is not planar is cut anew in each numbered file: triangles make both ways comparable
    bmesh.ops.triangulate(build, faces=build.faces[:])
    build.to_mesh(mesh)
    build.free()
    each = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(each)
    return each


def add_arm(frames=24, angle=150):
    """Upper arm and forearm, bending at the elbow until the two meet."""
    scene = bpy.context.scene
    scene.frame_start = 1
    scene.frame_end = frames
    arm = tube("Arm", 2.0, 0.16, 41, 16)
    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    upper = data.edit_bones.new("mixamorig:LeftArm")
    upper.head, upper.tail = (0, 0, 0), (1, 0, 0)
    fore = data.edit_bones.new("mixamorig:LeftForeArm")
    fore.head, fore.tail = (1, 0, 0), (2, 0, 0)
    fore.parent = upper
    bpy.ops.object.mode_set(mode="OBJECT")
    groups = [arm.vertex_groups.new(name=bone) for bone in ("mixamorig:LeftArm", "mixamorig:LeftForeArm")]
    for vertex in arm.data.vertices:
        share = min(1.0, max(0.0, (vertex.co.x - 0.75) / 0.5))
        groups[0].add([vertex.index], 1.0 - share, "REPLACE")
        groups[1].add([vertex.index], share, "REPLACE")
    modifier = arm.modifiers.new("Armature", "ARMATURE")
    modifier.object = rig
    bone = rig.pose.bones["mixamorig:LeftForeArm"]
    bone.rotation_mode = "XYZ"
    for frame, degrees in ((1, 0), (frames, angle)):
        bone.rotation_euler = (0, 0, math.radians(degrees))
        bone.keyframe_insert("rotation_euler", frame=frame)
    scene.frame_set(1)
    return arm


def add_lips(frames=24):
    """Two strips; a shape key pushes the upper through the lower in the middle of the clip."""
    mesh = bpy.data.meshes.new("Lips")
    build = bmesh.new()
    for z in (0.0, 0.1):
        rows = [[build.verts.new((0.1 * i, 0.1 * j + 3, z)) for i in range(11)] for j in range(4)]
        for lower, upper in zip(rows, rows[1:]):
            for i in range(10):
                build.faces.new((lower[i], lower[i + 1], upper[i + 1], upper[i]))
    # a quad that is not planar is cut anew in each numbered file: triangles make both ways comparable
    bmesh.ops.triangulate(build, faces=build.faces[:])
    build.to_mesh(mesh)
    build.free()
    lips = bpy.data.objects.new("Lips", mesh)
    bpy.context.scene.collection.objects.link(lips)
    lips.shape_key_add(name="Basis")
    close = lips.shape_key_add(name="Close")
    for i, point in enumerate(close.data):
        if mesh.vertices[i].co.z > 0.05:
            point.co.z -= 0.15 * math.sin(math.pi * min(1.0, max(0.0, point.co.x)))
    for frame, value in ((1, 0.0), (frames // 2, 1.0), (frames, 0.0)):
        close.value = value
        close.keyframe_insert("value", frame=frame)
    bpy.context.scene.frame_set(1)
    return lips


def add_cloth(frames=24):
    """A sheet that falls onto a thin post and hangs; simulated and kept in its cache. Without self-collision it passes through itself."""
    scene = bpy.context.scene
    scene.frame_start = 1
    scene.frame_end = frames
    bpy.ops.mesh.primitive_cylinder_add(vertices=12, radius=0.08, depth=1.0, location=(0, -4, 0))
    post = bpy.context.object
    post.name = "Post"
    post.modifiers.new("Collision", "COLLISION")
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=24, y_subdivisions=24, size=2, location=(0, -4, 0.55))
    sheet = bpy.context.object
    sheet.name = "Sheet"
    cloth = sheet.modifiers.new("Cloth", "CLOTH")
    cloth.settings.quality = 5
    cloth.settings.time_scale = 2.0
    cloth.settings.mass = 0.3
    cloth.settings.bending_stiffness = 0.0
    cloth.collision_settings.use_self_collision = False
    cloth.point_cache.frame_start = 1
    cloth.point_cache.frame_end = frames
    with bpy.context.temp_override(scene=scene, active_object=sheet, point_cache=cloth.point_cache):
        bpy.ops.ptcache.bake_all(bake=True)
    scene.frame_set(1)
    return sheet
