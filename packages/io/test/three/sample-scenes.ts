/** Two triangles that cross, of which the second starts 10 above the first and comes down in one second: the same in three formats. */

export const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
export const across = [1, 1, -1, 1, 1, 1, 1.5, 9, 0.25];
const ABOVE = 10;

/** Skinned: both triangles are one mesh, the second follows a bone. */
export function fbxSample(): string {
  const second = 46_186_158_000;
  const unit = '1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1';
  const model = (id: number, name: string, kind: string) =>
    `Model: ${id}, "Model::${name}", "${kind}" {\n Version: 232\n Properties70:  {\n P: "Lcl Translation", "Lcl Translation", "", "A",0,0,0\n }\n}`;
  const cluster = (id: number, name: string, vertices: string) =>
    `Deformer: ${id}, "SubDeformer::${name}", "Cluster" {\n Version: 100\n Indexes: *3 {\n a: ${vertices}\n }\n Weights: *3 {\n a: 1,1,1\n }\n Transform: *16 {\n a: ${unit}\n }\n TransformLink: *16 {\n a: ${unit}\n }\n}`;
  const curve = (id: number, from: number, to: number) =>
    `AnimationCurve: ${id}, "AnimCurve::", "" {\n Default: 0\n KeyVer: 4009\n KeyTime: *2 {\n a: 0,${second}\n }\n KeyValueFloat: *2 {\n a: ${from},${to}\n }\n}`;
  return indent(`; FBX 7.4.0 project file
FBXHeaderExtension:  {
 FBXHeaderVersion: 1003
 FBXVersion: 7400
}
GlobalSettings:  {
 Version: 1000
 Properties70:  {
  P: "UpAxis", "int", "Integer", "",1
  P: "UnitScaleFactor", "double", "Number", "",1
 }
}
Objects:  {
Geometry: 1, "Geometry::body", "Mesh" {
 Vertices: *18 {
  a: ${[...flat, ...across].join(',')}
 }
 PolygonVertexIndex: *6 {
  a: 0,1,-3,3,4,-6
 }
 GeometryVersion: 124
}
${model(2, 'body', 'Mesh')}
${model(3, 'root', 'LimbNode')}
${model(4, 'arm', 'LimbNode')}
Deformer: 5, "Deformer::skin", "Skin" {
 Version: 101
}
${cluster(6, 'root', '0,1,2')}
${cluster(7, 'arm', '3,4,5')}
AnimationStack: 8, "AnimStack::Drop", "" {
}
AnimationLayer: 9, "AnimLayer::Base", "" {
}
AnimationCurveNode: 10, "AnimCurveNode::T", "" {
 Properties70:  {
  P: "d|X", "Number", "", "A",0
  P: "d|Y", "Number", "", "A",0
  P: "d|Z", "Number", "", "A",${ABOVE}
 }
}
${curve(11, 0, 0)}
${curve(12, 0, 0)}
${curve(13, ABOVE, 0)}
}
Connections:  {
 C: "OO",2,0
 C: "OO",3,0
 C: "OO",4,3
 C: "OO",1,2
 C: "OO",5,1
 C: "OO",6,5
 C: "OO",7,5
 C: "OO",3,6
 C: "OO",4,7
 C: "OO",9,8
 C: "OO",10,9
 C: "OP",10,4, "Lcl Translation"
 C: "OP",11,10, "d|X"
 C: "OP",12,10, "d|Y"
 C: "OP",13,10, "d|Z"
}
`);
}

/** A tab for every open brace: three.js goes by them. */
function indent(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      const bare = line.trim();
      if (bare.startsWith('}')) depth--;
      const indented = `${'\t'.repeat(depth)}${bare}`;
      if (bare.endsWith('{')) depth++;
      return indented;
    })
    .join('\n');
}

/** Two nodes, the second with an animated translation. */
export function colladaSample(): string {
  const geometry = (id: string, values: readonly number[]) => `
    <geometry id="${id}"><mesh>
      <source id="${id}-p"><float_array id="${id}-a" count="9">${values.join(' ')}</float_array>
        <technique_common><accessor source="#${id}-a" count="3" stride="3">
          <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
        </accessor></technique_common></source>
      <vertices id="${id}-v"><input semantic="POSITION" source="#${id}-p"/></vertices>
      <triangles count="1"><input semantic="VERTEX" source="#${id}-v" offset="0"/><p>0 1 2</p></triangles>
    </mesh></geometry>`;
  const matrix = (z: number) => `1 0 0 0 0 1 0 0 0 0 1 ${z} 0 0 0 1`;
  return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="meter" meter="1"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries>${geometry('flat', flat)}${geometry('across', across)}</library_geometries>
  <library_animations><animation id="drop">
    <source id="drop-in"><float_array id="drop-in-a" count="2">0 1</float_array>
      <technique_common><accessor source="#drop-in-a" count="2" stride="1"><param name="TIME" type="float"/></accessor></technique_common></source>
    <source id="drop-out"><float_array id="drop-out-a" count="32">${matrix(ABOVE)} ${matrix(0)}</float_array>
      <technique_common><accessor source="#drop-out-a" count="2" stride="16"><param name="TRANSFORM" type="float4x4"/></accessor></technique_common></source>
    <source id="drop-how"><Name_array id="drop-how-a" count="2">LINEAR LINEAR</Name_array>
      <technique_common><accessor source="#drop-how-a" count="2" stride="1"><param name="INTERPOLATION" type="name"/></accessor></technique_common></source>
    <sampler id="drop-s"><input semantic="INPUT" source="#drop-in"/><input semantic="OUTPUT" source="#drop-out"/><input semantic="INTERPOLATION" source="#drop-how"/></sampler>
    <channel source="#drop-s" target="knife/transform"/>
  </animation></library_animations>
  <library_visual_scenes><visual_scene id="scene" name="scene">
    <node id="table" name="table" type="NODE"><matrix sid="transform">${matrix(0)}</matrix><instance_geometry url="#flat"/></node>
    <node id="knife" name="knife" type="NODE"><matrix sid="transform">${matrix(ABOVE)}</matrix><instance_geometry url="#across"/></node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
`;
}

/** Two meshes, the second below a transform with time samples. */
export function usdSample(): string {
  const points = (values: readonly number[]) => {
    const triples = [0, 3, 6].map((i) => `(${values.slice(i, i + 3).join(', ')})`);
    return `[${triples.join(', ')}]`;
  };
  const mesh = (name: string, values: readonly number[], more = '') => `    def Mesh "${name}"
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = ${points(values)}
        uniform token subdivisionScheme = "none"
${more}    }
`;
  const moving = `        double3 xformOp:translate.timeSamples = {
            0: (0, 0, ${ABOVE}),
            24: (0, 0, 0),
        }
        uniform token[] xformOpOrder = ["xformOp:translate"]
`;
  return `#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 1
    timeCodesPerSecond = 24
    upAxis = "Y"
)

def Xform "Root"
{
${mesh('table', flat)}
${mesh('knife', across, moving)}}
`;
}

/** The same as time samples of points, which two materials and texture coordinates make no simpler; a square besides, that has one sample. */
export function usdPointsSample({ faces = '[0, 1, 2]', last = '' } = {}): string {
  const points = (values: readonly number[], dz: number) =>
    `[${[0, 3, 6].map((i) => `(${values[i]}, ${values[i + 1]}, ${values[i + 2] + dz})`).join(', ')}${last}]`;
  return `#usda 1.0
(
    metersPerUnit = 1
    timeCodesPerSecond = 24
    upAxis = "Y"
)

def Mesh "table"
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = ${points(flat, 0).replace(last, '')}
}

def Mesh "knife"
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices.timeSamples = {
        0: [0, 1, 2],
        24: ${faces},
    }
    point3f[] points.timeSamples = {
        0: ${points(across, ABOVE).replace(last, '')},
        12: ${points(across, ABOVE / 2).replace(last, '')},
        24: ${points(across, 0)},
    }
    texCoord2f[] primvars:st = [(0, 0), (0.5, 0), (1, 1)] (
        interpolation = "vertex"
    )
    def GeomSubset "part"
    {
        uniform token elementType = "face"
        int[] indices = [0]
    }
}
`;
}
