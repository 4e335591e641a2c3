/** The code of a Node error, such as `ENOENT`; undefined for an error without one. */
export const errorCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
