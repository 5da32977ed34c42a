/** A line that says how far something is. */
export interface ProgressLine {
  show(done: number, total: number): void;
  end(): void;
}

const WIDTH = 24;

/** A bar on a terminal, drawn over itself; elsewhere a line every quarter, so that logs stay short. */
export function createProgressLine(
  title: string,
  stream: { write(text: string): unknown; isTTY?: boolean } = process.stderr,
): ProgressLine {
  let quarter = 0;
  return {
    show(done, total) {
      const share = total > 0 ? done / total : 1;
      if (stream.isTTY) {
        const full = Math.round(WIDTH * share);
        stream.write(`\r${title} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}/${total}`);
      } else if (Math.floor(4 * share) > quarter) {
        quarter = Math.floor(4 * share);
        stream.write(`${title} ${done}/${total}\n`);
      }
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}
