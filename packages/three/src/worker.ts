export { handleDetectorMessages } from './worker/handle-detector-messages.ts';
