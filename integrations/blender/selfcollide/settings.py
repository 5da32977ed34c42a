"""What the user chooses, and what was found. Kept in the file."""

import bpy


class SelfcollidePlace(bpy.types.PropertyGroup):
    severity: bpy.props.StringProperty()
    depth: bpy.props.FloatProperty(description="How far the parts must move apart; below 0: not known")
    findings: bpy.props.IntProperty()
    frame_count: bpy.props.IntProperty()
    first_frame: bpy.props.IntProperty()
    last_frame: bpy.props.IntProperty()
    worst_frame: bpy.props.IntProperty()
    center: bpy.props.FloatVectorProperty(size=3)
    radius: bpy.props.FloatProperty()
    # "object:face face face;object:…", since a file keeps no lists of lists
    faces: bpy.props.StringProperty()


class SelfcollideSettings(bpy.types.PropertyGroup):
    ignore: bpy.props.StringProperty(
        name="Ignore",
        description='Objects that may meet: "Eye*" ignores all that it meets, "Sleeve,Glove" what is between the two; several with ;',
    )
    ignore_rest: bpy.props.BoolProperty(
        name="Ignore the rest pose",
        description="Leave out what intersects already when armatures are in their rest position",
    )
    between_frames: bpy.props.BoolProperty(
        name="Between frames", description="Also what passes through on the straight way from each frame to the next"
    )
    proximity: bpy.props.FloatProperty(
        name="Proximity", description="Also what comes as close as this without touching; 0: no", min=0.0, unit="LENGTH", precision=4
    )
    gap: bpy.props.FloatProperty(
        name="Gap", description="How far apart Fix pushes; 0: a share of the size", min=0.0, unit="LENGTH", precision=4
    )
    hold: bpy.props.StringProperty(name="Hold", description="Objects that Fix must not move; several with ;")
    verdict: bpy.props.StringProperty()
    progress: bpy.props.FloatProperty(min=0.0, max=1.0)
    busy: bpy.props.StringProperty()
    show_overlay: bpy.props.BoolProperty(name="Overlay", default=True, description="Draw the faces of the chosen place in red")
    places: bpy.props.CollectionProperty(type=SelfcollidePlace)
    active_place: bpy.props.IntProperty()


class SelfcollidePreferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    program: bpy.props.StringProperty(
        name="Program",
        subtype="FILE_PATH",
        description="The selfcollide command, or its main.mjs. Empty: the one on the PATH, or npx",
    )

    def draw(self, _context):
        self.layout.prop(self, "program")


CLASSES = (SelfcollidePlace, SelfcollideSettings, SelfcollidePreferences)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.Scene.selfcollide = bpy.props.PointerProperty(type=SelfcollideSettings)


def unregister():
    del bpy.types.Scene.selfcollide
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
