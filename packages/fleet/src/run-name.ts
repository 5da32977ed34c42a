const RUN_NAME = /^[a-z\d]+(-[a-z\d]+)*$/;

/** What comes from Redis is not trusted: a name must not be a path. */
export function isRunName(name: string): boolean {
  return RUN_NAME.test(name);
}
