"""Check, Fix, Cancel, and going to a place."""

import time

import bpy
from mathutils import Vector

from . import jobs
from .program import ProgramError
from .snapshot import SnapshotError

#: Seconds for which a job may keep Blender from drawing.
SLICE = 0.05


class Job:
    """Runs a job at once in background mode, else in slices between redraws, with progress and Esc to cancel."""

    _job = None
    _timer = None
    #: One at a time; the panel's Cancel sets it to None.
    current = None

    @classmethod
    def poll(cls, context):
        return Job.current is None and context.mode in {"OBJECT", "POSE"} and bool(jobs.selected_meshes(context))

    def start(self, context):
        raise NotImplementedError

    def execute(self, context):
        try:
            for _ in self.start(context):
                time.sleep(0.001)
        except (ProgramError, SnapshotError, ValueError) as error:
            context.scene.selfcollide.verdict = str(error).splitlines()[0]
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, context.scene.selfcollide.verdict)
        return {"FINISHED"}

    def invoke(self, context, _event):
        if bpy.app.background:
            return self.execute(context)
        self._job = self.start(context)
        Job.current = self
        self._timer = context.window_manager.event_timer_add(0.05, window=context.window)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if Job.current is not self or event.type == "ESC":
            return self._end(context, "Cancelled.", {"CANCELLED"})
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        settings = context.scene.selfcollide
        until = time.monotonic() + SLICE
        try:
            while time.monotonic() < until:
                settings.progress, settings.busy = next(self._job)
                if settings.progress in (0.5, 0.8):  # waiting for the command
                    break
        except StopIteration:
            return self._end(context, None, {"FINISHED"})
        except (ProgramError, SnapshotError, ValueError) as error:
            self.report({"ERROR"}, str(error))
            return self._end(context, str(error).splitlines()[0], {"CANCELLED"})
        redraw(context)
        return {"RUNNING_MODAL"}

    def _end(self, context, verdict, result):
        self._job.close()
        Job.current = None
        context.window_manager.event_timer_remove(self._timer)
        settings = context.scene.selfcollide
        settings.busy = ""
        settings.progress = 0.0
        if verdict is not None:
            settings.verdict = verdict
        redraw(context)
        return result


class SELFCOLLIDE_OT_check(Job, bpy.types.Operator):
    bl_idname = "selfcollide.check"
    bl_label = "Check"
    bl_description = "Find the frames in which the selected objects pass through themselves or each other"
    bl_options = {"REGISTER", "UNDO"}

    def start(self, context):
        return jobs.check(context, program_of(context))


class SELFCOLLIDE_OT_fix(Job, bpy.types.Operator):
    bl_idname = "selfcollide.fix"
    bl_label = "Fix"
    bl_description = "Move vertices until no frame hits itself, by shape keys with keyframes (or a mesh cache); what touches at rest may go on touching"
    bl_options = {"REGISTER", "UNDO"}

    def start(self, context):
        return jobs.fix(context, program_of(context))


class SELFCOLLIDE_OT_cancel(bpy.types.Operator):
    bl_idname = "selfcollide.cancel"
    bl_label = "Cancel"
    bl_description = "Stop; nothing is changed"

    @classmethod
    def poll(cls, _context):
        return Job.current is not None

    def execute(self, _context):
        Job.current = None
        return {"FINISHED"}


class SELFCOLLIDE_OT_clear(bpy.types.Operator):
    bl_idname = "selfcollide.clear"
    bl_label = "Clear"
    bl_description = "Take away markers and places"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        jobs.clear(context.scene)
        return {"FINISHED"}


class SELFCOLLIDE_OT_show(bpy.types.Operator):
    bl_idname = "selfcollide.show"
    bl_label = "Show place"
    bl_description = "Go to the worst frame of this place, look at it, and select its faces"
    bl_options = {"REGISTER", "UNDO"}

    index: bpy.props.IntProperty()
    edit: bpy.props.BoolProperty(name="Edit mode", default=False, description="Select the faces in edit mode")

    def execute(self, context):
        settings = context.scene.selfcollide
        if not 0 <= self.index < len(settings.places):
            self.report({"ERROR"}, "There is no place %d." % self.index)
            return {"CANCELLED"}
        place = settings.places[self.index]
        settings.active_place = self.index
        if context.mode != "OBJECT":
            bpy.ops.object.mode_set(mode="OBJECT")
        context.scene.frame_set(place.worst_frame)
        missing = select_faces(context, jobs.unpack_faces(place.faces))
        if self.edit and context.view_layer.objects.active is not None:
            context.tool_settings.mesh_select_mode = (False, False, True)
            bpy.ops.object.mode_set(mode="EDIT")
        look_at(context, Vector(place.center), place.radius)
        if missing:
            self.report({"WARNING"}, "Faces of %s are made by modifiers and cannot be selected; the overlay shows them." % ", ".join(missing))
        return {"FINISHED"}


def select_faces(context, faces):
    """Selects them; returns the objects whose own mesh does not have them."""
    missing = []
    for each in context.view_layer.objects:
        if each.type == "MESH":
            each.select_set(each.name in faces)
    for name, numbers in faces.items():
        each = context.view_layer.objects.get(name)
        if each is None:
            missing.append(name)
            continue
        mesh = each.data
        # linked duplicates share a mesh: faces of all of them are selected
        numbers = sorted({n for other, own in faces.items() if shares_mesh(context, other, mesh) for n in own})
        if any(modifier.show_viewport and modifier.type in MAKES_FACES for modifier in each.modifiers) or max(numbers) >= len(mesh.polygons):
            missing.append(name)
            continue
        wanted = set(numbers)
        mesh.vertices.foreach_set("select", [False] * len(mesh.vertices))
        mesh.edges.foreach_set("select", [False] * len(mesh.edges))
        mesh.polygons.foreach_set("select", [i in wanted for i in range(len(mesh.polygons))])
        mesh.update()
        context.view_layer.objects.active = each
    return missing


def shares_mesh(context, name, mesh):
    each = context.view_layer.objects.get(name)
    return each is not None and each.data == mesh


#: Modifiers after which faces have other numbers than in the object's own mesh.
MAKES_FACES = {
    "ARRAY", "BEVEL", "BOOLEAN", "BUILD", "DECIMATE", "EDGE_SPLIT", "NODES", "MASK", "MIRROR", "MULTIRES", "REMESH",
    "SCREW", "SKIN", "SOLIDIFY", "SUBSURF", "TRIANGULATE", "VOLUME_TO_MESH", "WELD", "WIREFRAME",
}  # fmt: skip


def look_at(context, center, radius):
    """Every 3D view of the window turns around the place and shows some of what is around it."""
    if context.window is None:
        return
    for area in context.window.screen.areas:
        if area.type != "VIEW_3D":
            continue
        view = area.spaces.active.region_3d
        view.view_location = center
        view.view_distance = 8 * radius
        area.tag_redraw()


def program_of(context):
    addon = context.preferences.addons.get(__package__)
    return addon.preferences.program if addon else ""


def redraw(context):
    for window in context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in {"VIEW_3D", "DOPESHEET_EDITOR"}:
                area.tag_redraw()


CLASSES = (
    SELFCOLLIDE_OT_check,
    SELFCOLLIDE_OT_fix,
    SELFCOLLIDE_OT_cancel,
    SELFCOLLIDE_OT_clear,
    SELFCOLLIDE_OT_show,
)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
