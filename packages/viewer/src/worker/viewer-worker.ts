import { ViewerSession } from './viewer-session.ts';

const session = new ViewerSession((message) => self.postMessage(message));
self.addEventListener('message', (event: MessageEvent) => session.take(event.data));
