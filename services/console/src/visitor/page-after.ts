/** The page after signing in: the one that was asked for, if it is one of the console. */
export const pageAfter = (next: string | null): string =>
  next !== null && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
