import { rateLimited, type AppError } from '@strata/kernel/errors';

const WINDOW_MS = 60_000;

/** What one user may have revealed: at most so many attempts since then, in all vaults of the tenant together. */
export interface RevealLimit {
  readonly actorId: string;
  readonly most: number;
  readonly since: Date;
}

/** The limit of so many attempts a minute, as it is now. */
export const limitAt = (now: Date, actorId: string, most: number): RevealLimit => ({
  actorId,
  most,
  since: new Date(now.getTime() - WINDOW_MS),
});

/** `rate_limited`, until an attempt is a minute old. */
export const tooManyReveals = (attempt: Date, now: Date): AppError =>
  rateLimited('Too many secrets were revealed', attempt.getTime() + WINDOW_MS - now.getTime());
