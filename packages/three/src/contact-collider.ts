import type { ContactDetector, DetectorOptions } from 'selfcollide';
import { type ContactDetectorOptions, createContactDetector } from 'selfcollide/star-contour';
import type { SeamOptions } from './collision-source.ts';
import { MeshCollider } from './mesh-collider.ts';
import type { ColliderSource } from './read-source.ts';

export type ContactColliderOptions = ContactDetectorOptions & SeamOptions;

/**
 * A `SelfCollider` for contacts alone, for pages that count every kilobyte: without distances, impacts, traces and other methods than
 * `star-contour`. Frames are faster with the option `kernel` (`import { kernel } from 'selfcollide/kernel'`).
 */
export class ContactCollider extends MeshCollider<ContactDetector> {
  constructor(source: ColliderSource, options: ContactColliderOptions = {}) {
    super('ContactCollider', source, options as DetectorOptions, (mesh, chosen) =>
      createContactDetector(mesh, chosen as ContactDetectorOptions),
    );
  }
}
