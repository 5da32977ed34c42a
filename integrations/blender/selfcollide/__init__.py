"""Finds the frames in which deforming objects pass through themselves or each other, and fixes them, by the selfcollide command."""

bl_info = {
    "name": "Self-collision",
    "author": "The selfcollide authors",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Self-collision",
    "description": "Finds the frames in which a model passes through itself, and fixes them",
    "category": "Animation",
}

from . import operators, overlay, panel, settings

MODULES = (settings, operators, panel, overlay)


def register():
    for module in MODULES:
        module.register()


def unregister():
    for module in reversed(MODULES):
        module.unregister()
