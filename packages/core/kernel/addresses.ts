// Where the arrays of a detector begin in memory. One instance of the module serves one detector, which says so once, before all else.

export let vertexCount: i32 = 0;
export let triangleCount: i32 = 0;
export let nodeCount: i32 = 0;

/** What the caller gave, as it is: doubles or floats, x y z a vertex. */
export let staged: usize = 0;
/** Number of the caller's vertex, per vertex. */
export let vertexSource: usize = 0;
/** Three doubles a vertex. */
export let positions: usize = 0;
/** Three vertex numbers a triangle. */
export let triangles: usize = 0;
export let triangleMasks: usize = 0;
/** A direction mask a cell of 32³, a detector's copy of the table. */
export let cellMasks: usize = 0;

// the tree of patches, a number a node
export let rightChild: usize = 0;
export let firstTriangle: usize = 0;
export let endTriangle: usize = 0;
export let masks: usize = 0;

/** Four whole numbers a vertex: x y z w. */
export let places: usize = 0;
/** Eight whole numbers a node and a triangle: low x y z w, high x y z w. */
export let nodeBoxes: usize = 0;
export let triangleBoxes: usize = 0;

/** In which pose a node's box was computed, and those of all below it if it is no larger than a chunk. */
export let boxTicks: usize = 0;

export function setBoxTicks(ofNodes: usize): void {
  boxTicks = ofNodes;
}

/** Chunks of the tree, see fit-boxes.ts: first triangle of each, first vertex, where its earlier vertices begin, and one more of all these; those vertices; boxes. */
export let chunkCount: i32 = 0;
export let chunkTriangle: usize = 0;
export let chunkVertex: usize = 0;
export let chunkEarlier: usize = 0;
export let earlierVertices: usize = 0;
export let chunkBoxes: usize = 0;

export function setChunks(count: i32, ofTriangles: usize, ofVertices: usize, start: usize, earlier: usize, boxes: usize): void {
  chunkCount = count;
  chunkTriangle = ofTriangles;
  chunkVertex = ofVertices;
  chunkEarlier = start;
  earlierVertices = earlier;
  chunkBoxes = boxes;
}

/** Pairs of nodes that wait to be compared. */
export let stack: usize = 0;
/** Candidates, two triangle numbers each, and how many there is room for. */
export let pairs: usize = 0;
export let capacity: i32 = 0;
/** Pairs of half-edges, of triangles that share a vertex. */
export let neighbours: usize = 0;
/** Scratch: 18 vectors. */
export let lanes: usize = 0;
/** A few doubles that go in and out. */
export let numbers: usize = 0;

export function setCounts(vertices: i32, triangleTotal: i32, nodes: i32, room: i32): void {
  vertexCount = vertices;
  triangleCount = triangleTotal;
  nodeCount = nodes;
  capacity = room;
}

export function setPose(from: usize, source: usize, out: usize, exchange: usize): void {
  staged = from;
  vertexSource = source;
  positions = out;
  numbers = exchange;
}

export function setTree(right: usize, first: usize, end: usize, corners: usize): void {
  rightChild = right;
  firstTriangle = first;
  endTriangle = end;
  triangles = corners;
}

export function setMasks(nodes: usize, perTriangle: usize, cells: usize): void {
  masks = nodes;
  triangleMasks = perTriangle;
  cellMasks = cells;
}

export function setBoxes(ofVertices: usize, ofNodes: usize, ofTriangles: usize): void {
  places = ofVertices;
  nodeBoxes = ofNodes;
  triangleBoxes = ofTriangles;
}

/** Contacts that are sure: half-edges, triangles. */
export let contactHalfEdges: usize = 0;
export let contactTriangles: usize = 0;

export function setContacts(halfEdges: usize, ofTriangles: usize): void {
  contactHalfEdges = halfEdges;
  contactTriangles = ofTriangles;
}

export function setPairs(waiting: usize, found: usize, foundNeighbours: usize, scratch: usize): void {
  stack = waiting;
  pairs = found;
  neighbours = foundNeighbours;
  lanes = scratch;
}

// the test tree, a number a node of it
export let patchA: usize = 0;
export let patchB: usize = 0;
/** A byte each. */
export let kind: usize = 0;
export let sharedVertex: usize = 0;
export let skip: usize = 0;
/** Where its pairs of patches begin, and the pairs. */
export let boxStart: usize = 0;
export let boxPairs: usize = 0;
/** Where its pairs of half-edges begin, the pairs, and which triangles of two leaves are to be compared. */
export let neighbourStart: usize = 0;
export let leafNeighbours: usize = 0;
export let farMask: usize = 0;

export function setTestTree(first: usize, second: usize, kinds: usize, shared: usize, next: usize): void {
  patchA = first;
  patchB = second;
  kind = kinds;
  sharedVertex = shared;
  skip = next;
}

export function setTestPairs(start: usize, boxes: usize, leafStart: usize, leaves: usize, far: usize): void {
  boxStart = start;
  boxPairs = boxes;
  neighbourStart = leafStart;
  leafNeighbours = leaves;
  farMask = far;
}

// contours: where those of a test node begin, their vertices, and the test node of a patch
export let loopStart: usize = 0;
export let loopVertices: usize = 0;
export let nodeOfPatch: usize = 0;
/** Scratch for one contour of up to `mostEdges` edges, 48 bytes each and 1,024 more. */
export let contour: usize = 0;
export let mostEdges: i32 = 0;

export function setLoops(start: usize, vertices: usize, patchNodes: usize, scratch: usize, most: i32): void {
  loopStart = start;
  loopVertices = vertices;
  nodeOfPatch = patchNodes;
  contour = scratch;
  mostEdges = most;
}

/** Failures in a row, a byte a test node; the pose from which one is tried again; the last pose in which a patch was shown free. */
export let failures: usize = 0;
export let nextTry: usize = 0;
export let freePose: usize = 0;
/** Three whole numbers a direction. */
export let directions: usize = 0;
/** What a search counted, see `search`. */
export let counts: usize = 0;

export function setCulling(failed: usize, retry: usize, free: usize, components: usize, counted: usize): void {
  failures = failed;
  nextTry = retry;
  freePose = free;
  directions = components;
  counts = counted;
}

/** The end of a step, three doubles a vertex. */
export let nextPositions: usize = 0;
/** Directions that face a node during all of a step; a triangle at the end of it, and during all of it. */
export let movingMasks: usize = 0;
export let endMasks: usize = 0;
export let stepMasks: usize = 0;

export function setStep(next: usize, nodes: usize, ends: usize, steps: usize): void {
  nextPositions = next;
  movingMasks = nodes;
  endMasks = ends;
  stepMasks = steps;
}

/** Which corners and edges of a triangle are its own, a byte each. */
export let ownedCorners: usize = 0;
export let ownedEdges: usize = 0;
/** Pairs of features, see moving-sieve.ts, and how many vertices and edges it dropped. */
export let features: usize = 0;
export let stepCounts: usize = 0;

export function setFeatures(corners: usize, edges: usize, list: usize, counted: usize): void {
  ownedCorners = corners;
  ownedEdges = edges;
  features = list;
  stepCounts = counted;
}

/** Directions along which altitudes exceed a reach, of nodes and, for the moment, of triangles; the tables that they come from. */
export let altitudeMasks: usize = 0;
export let altitudesOfTriangles: usize = 0;
export let steepTables: usize = 0;

export function setSteep(nodes: usize, perTriangle: usize, tables: usize): void {
  altitudeMasks = nodes;
  altitudesOfTriangles = perTriangle;
  steepTables = tables;
}

/** Scratch for one contour over a step, see moving-contours.ts. */
export let movingContour: usize = 0;
export let mostMovingEdges: i32 = 0;
/** As `failures`, `nextTry` and `freePose`, of steps. */
export let stepFailures: usize = 0;
export let nextStepTry: usize = 0;
export let freeStep: usize = 0;

export function setStepCulling(scratch: usize, most: i32, failed: usize, retry: usize, free: usize): void {
  movingContour = scratch;
  mostMovingEdges = most;
  stepFailures = failed;
  nextStepTry = retry;
  freeStep = free;
}

/** Three whole numbers a vertex at both ends of a step, one end behind the other. */
export let stepPlaces: usize = 0;
/** Twelve whole numbers a node and a triangle: low x y z, high x y z, at both ends. */
export let stepNodeBoxes: usize = 0;
export let stepTriangleBoxes: usize = 0;

export function setStepBoxes(ofVertices: usize, ofNodes: usize, ofTriangles: usize): void {
  stepPlaces = ofVertices;
  stepNodeBoxes = ofNodes;
  stepTriangleBoxes = ofTriangles;
}

// certificates of a subspace, a float each: no contact below a test node, between two patches, or on the way of a step, while norms of coordinates are smaller
export let nodeRadius: usize = 0;
export let pairRadius: usize = 0;
export let stepRadius: usize = 0;

export function setRadii(ofNodes: usize, ofPairs: usize, ofSteps: usize): void {
  nodeRadius = ofNodes;
  pairRadius = ofPairs;
  stepRadius = ofSteps;
}
