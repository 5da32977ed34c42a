import type { LiveReply, LiveRequest } from '../live-messages.ts';

/** One live scene in progress. */
export interface LiveSession {
  take(request: LiveRequest): void;
  end(): void;
}

let session: LiveSession | null = null;

const reply = (message: LiveReply) => postMessage(message);

addEventListener('message', async ({ data }: MessageEvent<LiveRequest>) => {
  try {
    if (data.kind === 'open') session = await open(data.name);
    else session?.take(data);
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});

async function open(name: string): Promise<LiveSession> {
  session?.end();
  session = null;
  const { modesScenes } = await import('./modes-scenes.ts');
  const modes = modesScenes.get(name);
  if (modes) return (await import('./modes-session.ts')).openModes(modes(), reply);
  return new (await import('./cloth-session.ts')).ClothSession(name, reply);
}
