/** What the program ends with; docs/ci-guide.md says which cases give which. If several hold, the largest counts. */
export const ExitStatus = {
  clean: 0,
  found: 1,
  usage: 2,
  unreadable: 3,
  /** Not everything that was asked for could be done: an output that cannot be written to its end, or a fault of the program. */
  failed: 4,
} as const;

export type ExitStatus = (typeof ExitStatus)[keyof typeof ExitStatus];
