"""The panel in the sidebar of the 3D view."""

import bpy

#: Characters that a sidebar of the usual width has room for.
WIDTH = 28

SEVERITY_ICONS = {"deep": "ERROR", "shallow": "INFO", "hairline": "DOT", "touching": "DOT"}


class SELFCOLLIDE_UL_places(bpy.types.UIList):
    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, index=0):
        row = layout.row(align=True)
        row.label(text=item.name, icon=SEVERITY_ICONS.get(item.severity, "QUESTION"))
        part = row.row(align=True)
        part.alignment = "RIGHT"
        frames = str(item.first_frame) if item.first_frame == item.last_frame else "%d–%d" % (item.first_frame, item.last_frame)
        part.label(text=frames)
        show = part.operator("selfcollide.show", text="", icon="HIDE_OFF")
        show.index = index
        show.edit = False
        edit = part.operator("selfcollide.show", text="", icon="FACESEL")
        edit.index = index
        edit.edit = True


class SELFCOLLIDE_PT_main(bpy.types.Panel):
    bl_idname = "SELFCOLLIDE_PT_main"
    bl_label = "Self-collision"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Self-collision"

    def draw(self, context):
        layout = self.layout
        settings = context.scene.selfcollide
        if settings.busy:
            layout.label(text="%s … %d %%" % (settings.busy, round(100 * settings.progress)))
            layout.operator("selfcollide.cancel", icon="CANCEL")
            return
        row = layout.row(align=True)
        row.scale_y = 1.4
        row.operator("selfcollide.check", icon="VIEWZOOM")
        row.operator("selfcollide.fix", icon="MODIFIER")
        scene = context.scene
        layout.label(text="Selection, frames %d–%d" % (scene.frame_start, scene.frame_end))
        if settings.verdict:
            draw_text(layout.box(), settings.verdict)
        if len(settings.places) > 0:
            layout.template_list("SELFCOLLIDE_UL_places", "", settings, "places", settings, "active_place", rows=5)
            if settings.active_place < len(settings.places):
                draw_place(layout, settings.places[settings.active_place])
            row = layout.row()
            row.prop(settings, "show_overlay")
            row.operator("selfcollide.clear", icon="TRASH")


class SELFCOLLIDE_PT_options(bpy.types.Panel):
    bl_label = "Options"
    bl_parent_id = "SELFCOLLIDE_PT_main"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_options = {"DEFAULT_CLOSED"}

    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        for name in ("ignore", "ignore_rest", "between_frames", "proximity", "gap", "hold"):
            layout.prop(context.scene.selfcollide, name)


def draw_place(layout, place):
    depth = "" if place.depth < 0 else ", %.3g deep" % place.depth
    worst = "worst in frame %d: %s%s, %d contacts" % (place.worst_frame, place.severity, depth, place.findings)
    frames = "1 frame" if place.frame_count == 1 else "%d frames" % place.frame_count
    draw_text(layout, "%s, %s; %s" % (place.name, frames, worst))


def draw_text(layout, text):
    column = layout.column(align=True)
    for line in wrap(text, WIDTH):
        column.label(text=line)


def wrap(text, width):
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > width and lines[-1]:
            lines.append("")
        lines[-1] = ("%s %s" % (lines[-1], word)).strip()
    return lines


CLASSES = (SELFCOLLIDE_UL_places, SELFCOLLIDE_PT_main, SELFCOLLIDE_PT_options)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
