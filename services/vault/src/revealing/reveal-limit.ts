import { rateLimited, type AppError } from '@strata/kernel/errors';

const WINDOW_MS = 60_000;

/** The limit on one user's reveals: at most `most` attempts after `since`, in all vaults of the tenant together. */
export interface RevealLimit {
  readonly actorId: string;
  readonly most: number;
  readonly since: Date;
}

/** The limit of `most` attempts in the minute before `now`. */
export const limitAt = (now: Date, actorId: string, most: number): RevealLimit => ({
  actorId,
  most,
  since: new Date(now.getTime() - WINDOW_MS),
});

/** `rate_limited` until the given attempt is a minute old. */
export const tooManyReveals = (attempt: Date, now: Date): AppError =>
  rateLimited('Too many secrets were revealed', attempt.getTime() + WINDOW_MS - now.getTime());
