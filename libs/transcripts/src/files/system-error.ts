/** The code of an error of the system, such as `ENOENT`; undefined for any other. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** What to say and to do, after the name of the file. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist: check the name',
  ENOTDIR: 'is not in a folder: a part of its path is a file',
  EACCES: 'is closed to you: "ls -ld" shows who may use it',
  EPERM: 'is closed to you: "ls -ld" shows who may use it',
  EISDIR: 'is a folder: name a file',
  EEXIST: 'is there already: name another one',
  ELOOP: 'is a link to itself, or a link where none is allowed',
  EROFS: 'is on a disk that cannot be written to: name another place',
  ENOSPC: 'does not fit on its disk: make room there',
  EDQUOT: 'does not fit into your part of the disk: make room there',
  ENAMETOOLONG: 'has too long a name: name another one',
  EMFILE: 'cannot be opened, because too many files are: end other programs, or raise "ulimit -n"',
  ENFILE: 'cannot be opened, because too many files are: end other programs',
  EIO: 'cannot be read or written: its disk reports an error',
  ETXTBSY: 'is in use by another program',
  EBUSY: 'is in use by another program',
};

/** A sentence about a file that the system did not let be used, without the system's codes; undefined for any other error. */
export function describeSystemError(error: unknown, name = pathOf(error)): string | undefined {
  const code = codeOf(error);
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  const reason = REASONS[code];
  if (name === undefined) return reason === undefined ? undefined : `The file ${reason}`;
  return `${name} ${reason ?? `cannot be used: the system says ${code}`}`;
}

/** What an error says. */
export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message
    : String(error);

const pathOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'path' in error && typeof error.path === 'string'
    ? error.path
    : undefined;
