"""Runs inside of Blender, without a window: install the zip, check, look, fix, save and open again.

SELFCOLLIDE_ZIP is the add-on, SELFCOLLIDE_PROGRAM the command's main.mjs, SELFCOLLIDE_WORK a folder for files.
"""

import json
import os
import subprocess
import sys
import traceback

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import make_scene  # noqa: E402

ZIP = os.environ["SELFCOLLIDE_ZIP"]
PROGRAM = os.environ["SELFCOLLIDE_PROGRAM"]
WORK = os.environ["SELFCOLLIDE_WORK"]

passed = 0


def expect(what, condition, got=None):
    global passed
    if not condition:
        raise AssertionError("%s%s" % (what, "" if got is None else ": got %r" % (got,)))
    passed += 1


def install():
    bpy.ops.preferences.addon_install(filepath=ZIP, overwrite=True)
    bpy.ops.preferences.addon_enable(module="selfcollide")
    bpy.context.preferences.addons["selfcollide"].preferences.program = PROGRAM
    expect("the add-on is enabled", hasattr(bpy.types.Scene, "selfcollide"))


def select(*objects):
    bpy.ops.object.select_all(action="DESELECT")
    for each in objects:
        each.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


def check(*objects):
    select(*objects)
    expect("Check runs", bpy.ops.selfcollide.check() == {"FINISHED"})
    return bpy.context.scene.selfcollide


def contacts_of_files(*objects):
    """What the command finds in numbered OBJ files that this test writes by itself: contacts per frame, by vertices."""
    scene = bpy.context.scene
    folder = os.path.join(WORK, "frames-%d" % len(os.listdir(WORK)))
    os.makedirs(folder)
    for frame in range(scene.frame_start, scene.frame_end + 1):
        scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        with open(os.path.join(folder, "f_%04d.obj" % frame), "w") as out:
            first = 1
            for each in objects:
                evaluated = each.evaluated_get(graph)
                out.write("o %s\n" % each.name)
                for vertex in evaluated.data.vertices:
                    out.write("v %.17g %.17g %.17g\n" % tuple(evaluated.matrix_world @ vertex.co))
                for polygon in evaluated.data.polygons:
                    out.write("f %s\n" % " ".join(str(v + first) for v in polygon.vertices))
                first += len(evaluated.data.vertices)
    path = os.path.join(folder, "report.json")
    pattern = os.path.join(folder, "f_%04d.obj")
    status = subprocess.run(["node", PROGRAM, "check", pattern, "--json", path, "--all", "--quiet", "--no-config"]).returncode
    expect("the command reads the files", status in (0, 1), status)
    with open(path) as text:
        return {each["frame"]: contact_set(each.get("list", [])) for each in json.load(text)["files"][0]["frames"]}


def contact_set(findings):
    return {(each["kind"], tuple(sorted(each["first"]["vertices"])), tuple(sorted(each["second"]["vertices"]))) for each in findings}


def contacts_of_addon(*objects):
    """What the add-on hands over and reads back."""
    from selfcollide import jobs

    select(*objects)
    for _, report, snapshot in jobs._report_of(bpy.context, PROGRAM, jobs.frames_of(bpy.context.scene), list(objects)):
        pass
    return {frame: contact_set(report.contacts(frame)) for frame in snapshot.frames}


def same_contacts(*objects):
    expected = contacts_of_files(*objects)
    found = contacts_of_addon(*objects)
    expect("the same frames", sorted(found) == sorted(expected))
    for frame, contacts in expected.items():
        expect("contact by contact, frame %d" % frame, found[frame] == contacts, (len(found[frame]), len(contacts)))
    return sum(len(contacts) for contacts in expected.values())


def test_arm():
    make_scene.clear()
    install()
    arm = make_scene.add_arm()
    settings = check(arm)
    expect("the arm hits itself", "hit themselves" in settings.verdict, settings.verdict)
    expect("contact by contact", same_contacts(arm) > 50)
    markers = [marker for marker in bpy.context.scene.timeline_markers if marker.name.startswith("self-collision")]
    expect("markers on the timeline", len(markers) >= 1)
    place = settings.places[0]
    expect("named by bones", "left arm" in place.name and "left forearm" in place.name, place.name)
    expect("with severity", place.severity in ("shallow", "deep"), place.severity)
    expect("Show goes there", bpy.ops.selfcollide.show(index=0, edit=False) == {"FINISHED"})
    expect("the frame", bpy.context.scene.frame_current == place.worst_frame)
    chosen = {polygon.index for polygon in arm.data.polygons if polygon.select}
    from selfcollide import jobs

    expect("the faces", chosen == set(jobs.unpack_faces(place.faces)["Arm"]) and len(chosen) > 4, len(chosen))
    expect("edit mode", bpy.ops.selfcollide.show(index=0, edit=True) == {"FINISHED"} and bpy.context.mode == "EDIT_MESH")
    bpy.ops.object.mode_set(mode="OBJECT")

    settings.ignore = "Eye*"
    settings.proximity = 0.001
    path = os.path.join(WORK, "arm.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.open_mainfile(filepath=path)
    kept = bpy.context.scene.selfcollide
    expect("settings are in the file", kept.ignore == "Eye*" and abs(kept.proximity - 0.001) < 1e-9)
    expect("places too", len(kept.places) > 0 and kept.places[0].name == "left arm and left forearm", kept.places[0].name)
    again = [marker for marker in bpy.context.scene.timeline_markers if marker.name.startswith("self-collision")]
    expect("markers too", len(again) == len(markers))
    kept.ignore = ""
    kept.proximity = 0.0

    arm = bpy.data.objects["Arm"]
    select(arm)
    vertices = [tuple(vertex.co) for vertex in arm.data.vertices]
    expect("Fix runs", bpy.ops.selfcollide.fix() == {"FINISHED"})
    settings = bpy.context.scene.selfcollide
    expect("Fix says so", settings.verdict.startswith("Fixed. No frame"), settings.verdict)
    expect("no frame hits itself", "None of 24 frames" in settings.verdict, settings.verdict)
    keys = [key.name for key in arm.data.shape_keys.key_blocks]
    expect("by shape keys", keys[0] == "Basis" and any(name.startswith("selfcollide") for name in keys), keys)
    expect("and no probe is left", not any("probe" in name for name in keys), keys)
    expect("the mesh itself is as it was", [tuple(vertex.co) for vertex in arm.data.vertices] == vertices)
    expect("by files as well", sum(map(len, contacts_of_files(arm).values())) == 0)
    print("arm: %d corrective shape keys" % (len(keys) - 1))


def test_shape_keys():
    make_scene.clear()
    install()
    lips = make_scene.add_lips()
    bpy.context.scene.frame_end = 24
    settings = check(lips)
    expect("lips pass through each other", len(settings.places) > 0, settings.verdict)
    expect("contact by contact", same_contacts(lips) > 20)
    select(lips)
    expect("Fix runs", bpy.ops.selfcollide.fix() == {"FINISHED"})
    expect("and frees them", "None of 24 frames" in settings.verdict, settings.verdict)
    expect("the key of the artist stays", "Close" in [key.name for key in lips.data.shape_keys.key_blocks])


def test_two_objects():
    make_scene.clear()
    install()
    arm, lips = make_scene.add_arm(), make_scene.add_lips()
    lips.location = (0.4, -3.1, -0.05)
    settings = check(arm, lips)
    expect("contact by contact, two objects", same_contacts(arm, lips) > 50)
    with_arm = len(settings.places)
    settings.ignore = "Arm,Lips"
    check(arm, lips)
    expect("pairs can be ignored", len(bpy.context.scene.selfcollide.places) < with_arm, with_arm)


def test_cloth():
    make_scene.clear()
    install()
    sheet = make_scene.add_cloth(40)
    post = bpy.data.objects["Post"]
    expect("cloth passes through itself", len(check(sheet, post).places) > 0)
    count = same_contacts(sheet, post)
    expect("contact by contact", count > 50, count)


def test_refusals():
    make_scene.clear()
    install()
    arm = make_scene.add_arm()
    bpy.ops.object.select_all(action="DESELECT")
    expect("needs a selection", not bpy.ops.selfcollide.check.poll())
    select(arm)
    bpy.context.preferences.addons["selfcollide"].preferences.program = "/nowhere/main.mjs"
    try:
        bpy.ops.selfcollide.check()
        expect("a program that is not there", False)
    except RuntimeError as error:
        expect("a program that is not there", "is not there" in str(error), str(error))
    bpy.context.preferences.addons["selfcollide"].preferences.program = ""
    path = os.environ["PATH"]
    os.environ["PATH"] = ""
    try:
        bpy.ops.selfcollide.check()
        expect("no Node", False)
    except RuntimeError as error:
        expect("no Node: how to get it", "Install Node.js" in str(error), str(error))
    finally:
        os.environ["PATH"] = path
    bpy.context.preferences.addons["selfcollide"].preferences.program = PROGRAM
    bpy.context.scene.selfcollide.ignore = ","
    before = bpy.context.scene.frame_current
    try:
        bpy.ops.selfcollide.check()
        expect("what the command refuses", False)
    except RuntimeError as error:
        expect("what the command refuses is told", "ignore" in str(error), str(error))
    expect("the frame stays", bpy.context.scene.frame_current == before)


def test_names():
    from selfcollide.places import clean_bone_name

    for raw, clean in {
        "mixamorig:LeftForeArm": "left forearm",
        "DEF-forearm.L": "left forearm",
        "forearm_r": "right forearm",
        "Bip01 R Thigh": "right thigh",
        "spine.003": "spine 003",
        "Head": "head",
    }.items():
        expect("name of %s" % raw, clean_bone_name(raw) == clean, clean_bone_name(raw))


failed = 0
for test in (test_arm, test_shape_keys, test_two_objects, test_cloth, test_refusals, test_names):
    try:
        test()
        print("ok   %s" % test.__name__)
    except Exception:
        failed += 1
        print("FAIL %s" % test.__name__)
        traceback.print_exc()
print("%d passed, %d failed" % (passed, failed))
sys.stdout.flush()
os._exit(1 if failed else 0)
