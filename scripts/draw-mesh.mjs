import { deflateSync } from 'node:zlib';

/** Samples across a pixel, in both directions. */
const SAMPLES = 2;
/** Shades of each colour in the palette; four colours of 60 and the background fit into one byte. */
const SHADES = 60;
const BACKGROUND = [255, 255, 255];
/** Front, back, triangles that hit others, and bodies that the mesh rests on: at full light. */
const COLOURS = [
  [150, 178, 214],
  [222, 190, 140],
  [220, 50, 40],
  [205, 205, 200],
];

/**
 * A canvas for small pictures of meshes, drawn by the processor: no browser, the same bytes on every machine.
 * `camera` maps a point to x, y in pixels of the canvas and a depth that grows away from the eye.
 */
export function createCanvas(width, height) {
  const columns = width * SAMPLES;
  const rows = height * SAMPLES;
  const depths = new Float64Array(columns * rows).fill(Infinity);
  const samples = new Uint8Array(columns * rows); // 0 is the background

  /** `colourOf(triangle)` is 2 for contacts, 3 for bodies; anything else is 0 or 1 by the side that is seen. */
  function draw({ positions, triangles }, camera, colourOf = () => 0) {
    const { light } = camera;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => {
        const i = 3 * triangles[t + k];
        return [positions[i], positions[i + 1], positions[i + 2]];
      });
      const normal = cross(minus(b, a), minus(c, a));
      const size = Math.hypot(...normal);
      if (size === 0) continue;
      const facing = dot(normal, camera.towardsEye) >= 0 ? 1 : -1;
      const lit = (facing * dot(normal, light)) / size;
      const shade = Math.round((SHADES - 1) * (0.25 + 0.75 * Math.max(0, 0.5 + 0.5 * lit) ** 1.3));
      const kind = colourOf(t / 3);
      const colour = kind >= 2 ? kind : facing > 0 ? 0 : 1;
      fill(
        [a, b, c].map((p) => {
          const [x, y, depth] = camera.project(p);
          return [x * SAMPLES, y * SAMPLES, kind === 2 ? depth - camera.bias : depth];
        }),
        1 + colour * SHADES + shade,
      );
    }
  }

  function fill([a, b, c], value) {
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (area === 0) return;
    const low = (k, most) => Math.max(0, Math.min(most, Math.floor(Math.min(a[k], b[k], c[k]))));
    const high = (k, most) => Math.max(0, Math.min(most, Math.ceil(Math.max(a[k], b[k], c[k]))));
    for (let y = low(1, rows); y < high(1, rows); y++) {
      for (let x = low(0, columns); x < high(0, columns); x++) {
        const px = x + 0.5;
        const py = y + 0.5;
        const u = ((b[0] - px) * (c[1] - py) - (b[1] - py) * (c[0] - px)) / area;
        const v = ((c[0] - px) * (a[1] - py) - (c[1] - py) * (a[0] - px)) / area;
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const depth = u * a[2] + v * b[2] + w * c[2];
        if (depth >= depths[y * columns + x]) continue;
        depths[y * columns + x] = depth;
        samples[y * columns + x] = value;
      }
    }
  }

  /** PNG with a palette: about a third of the bytes of one with full colours. */
  function encode() {
    const palette = buildPalette();
    const find = nearestIn(palette);
    const bytes = Buffer.alloc(height * (width + 1)); // each row starts with its filter, 0 for none
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const sum = [0, 0, 0];
        for (let j = 0; j < SAMPLES; j++) {
          for (let i = 0; i < SAMPLES; i++) {
            const colour = palette[samples[(y * SAMPLES + j) * columns + x * SAMPLES + i]];
            for (let k = 0; k < 3; k++) sum[k] += colour[k];
          }
        }
        bytes[y * (width + 1) + x + 1] = find(sum.map((value) => value / SAMPLES ** 2));
      }
    }
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 3, 0, 0, 0], 8); // 8 bits a pixel, by palette
    return Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette.flat())),
      chunk('IDAT', deflateSync(bytes, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
  return { draw, encode };
}

/**
 * Looks at `centre` from the side that `turn` (radians about y) and `tilt` (radians down) give; `radius` around the centre
 * fills a square of `size` pixels whose left edge is at `left`. No perspective: frames side by side compare directly.
 */
export function createCamera({ centre, radius, turn, tilt, size, left }) {
  const right = [Math.cos(turn), 0, -Math.sin(turn)];
  const back = [Math.sin(turn) * Math.cos(tilt), Math.sin(tilt), Math.cos(turn) * Math.cos(tilt)];
  const up = cross(back, right);
  const mix = (x, y, z) => [0, 1, 2].map((k) => x * right[k] + y * up[k] + z * back[k]);
  const light = mix(-0.4, 0.65, 0.65);
  const scale = size / (2 * radius);
  return {
    towardsEye: back,
    light: light.map((x) => x / Math.hypot(...light)),
    bias: 0.004 * radius, // contacts show through the skin that they lie in
    project(point) {
      const p = minus(point, centre);
      return [left + size / 2 + scale * dot(p, right), size / 2 - scale * dot(p, up), -dot(p, back)];
    },
  };
}

function buildPalette() {
  const palette = [BACKGROUND];
  for (const colour of COLOURS) {
    for (let shade = 0; shade < SHADES; shade++)
      palette.push(colour.map((x) => Math.round((x * shade) / (SHADES - 1))));
  }
  return palette;
}

function nearestIn(palette) {
  const known = new Map();
  return (colour) => {
    const key = colour.map(Math.round).join();
    if (!known.has(key)) {
      const distances = palette.map((other) => Math.hypot(...minus(other, colour)));
      known.set(key, distances.indexOf(Math.min(...distances)));
    }
    return known.get(key);
  };
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(checksum(body), body.length + 4);
  return out;
}

/** The cyclic redundancy check of PNG; zlib.crc32 is too new for Node 20.19. */
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function minus(a, b) {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
