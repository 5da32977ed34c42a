import type { Collider } from '../contact/collider.ts';
import type { ContactRows } from './contact-rows.ts';
import { type ClothStep, type ContactSource, contactTarget } from './contact-source.ts';

/** Contacts of vertices with a sphere or a plane. Triangles between vertices are not tested: right for a plane, near enough for a large sphere. */
export function colliderContacts(collider: Collider): ContactSource {
  const { velocity } = collider;
  return {
    addContacts({ positions, velocities, timeStep, thickness }: ClothStep, rows: ContactRows): void {
      for (let i = 0; i < positions.length; i += 3) {
        let nx: number;
        let ny: number;
        let nz: number;
        let distance: number;
        let sx = velocity[0];
        let sy = velocity[1];
        let sz = velocity[2];
        if (collider.kind === 'plane') {
          [nx, ny, nz] = collider.normal;
          const { point } = collider;
          distance =
            nx * (positions[i] - point[0]) + ny * (positions[i + 1] - point[1]) + nz * (positions[i + 2] - point[2]);
        } else {
          const { centre, radius, spin } = collider;
          nx = positions[i] - centre[0];
          ny = positions[i + 1] - centre[1];
          nz = positions[i + 2] - centre[2];
          const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
          if (length === 0) continue;
          nx /= length;
          ny /= length;
          nz /= length;
          distance = length - radius;
          sx += radius * (spin[1] * nz - spin[2] * ny);
          sy += radius * (spin[2] * nx - spin[0] * nz);
          sz += radius * (spin[0] * ny - spin[1] * nx);
        }
        const speed = nx * (velocities[i] - sx) + ny * (velocities[i + 1] - sy) + nz * (velocities[i + 2] - sz);
        if (distance + Math.min(0, speed * timeStep) > 2 * thickness) continue;
        const target = contactTarget(distance, speed, thickness, timeStep);
        const row = rows.add(nx, ny, nz, target, collider.friction);
        rows.setCorner(row, 0, i / 3, 1);
        rows.surface[3 * row] = sx;
        rows.surface[3 * row + 1] = sy;
        rows.surface[3 * row + 2] = sz;
        rows.settle(row, i / 3, 0);
      }
    },
  };
}
