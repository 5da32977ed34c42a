const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `cleanUp` before a signal ends the program, which then ends by that signal as it would have: status 130 after Ctrl-C. Returns a
 * function that takes this back.
 */
export function onInterrupt(cleanUp: () => void): () => void {
  const handle = (signal: NodeJS.Signals) => {
    // a second signal would end the program at once, were nobody listening any more
    try {
      cleanUp();
    } finally {
      remove();
      process.kill(process.pid, signal);
    }
  };
  const remove = () => {
    for (const signal of SIGNALS) process.off(signal, handle);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return remove;
}
