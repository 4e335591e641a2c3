/** The code of an error of Node's, such as `ENOENT`; undefined where it has none. */
export const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
