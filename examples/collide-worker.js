import { handleDetectorMessages } from '@selfcollide/three/worker';

handleDetectorMessages(self);
