const ROOT = '/memories';
const MAX_PATH_LENGTH = 500;

/**
 * The path of a file or directory below `/memories`, without `.` and empty segments: `/memories/a//b` is `a/b`, the root is empty.
 * Throws an error for a path that is elsewhere or goes up.
 */
export function readPath(path: string): string {
  if (!path.startsWith(ROOT)) throw new Error(`Path must start with ${ROOT}, got: ${path}`);
  const [first, ...names] = path.slice(1).split('/');
  if (names.includes('..')) throw new Error(`Path ${path} would escape ${ROOT} directory`);
  if (`/${first ?? ''}` !== ROOT) throw new Error(`Path must start with ${ROOT}, got: ${path}`);
  // Names are shown to a model one a line.
  if (path.length > MAX_PATH_LENGTH || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(path))
    throw new Error(`A path has at most ${MAX_PATH_LENGTH} characters and no control characters`);
  return names.filter((name) => name !== '' && name !== '.').join('/');
}

/** Whether `path` is `directory` or in it, at any depth. */
export const isWithin = (path: string, directory: string): boolean =>
  directory === '' || path === directory || path.startsWith(`${directory}/`);
