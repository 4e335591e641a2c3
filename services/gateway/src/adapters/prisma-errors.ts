import { unavailable } from '@strata/kernel/errors';
import { isUnavailable } from '@strata/platform/database/database-errors';
import { Prisma } from '../generated/client.ts';

const UNIQUE_VIOLATION = 'P2002';
/** P1…: no connection, or a broken one. P2024, P2028, P2037: no connection or transaction in time. */
const UNAVAILABLE = /^P1\d{3}$|^P20(24|28|37)$/;

/** Whether a row with the same unique value exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION;

/**
 * Translates the error of a failed statement: `unavailable` if the database cannot serve, a unique violation unchanged, and
 * for any other an error with code and state only, because Prisma's messages may quote values.
 */
export function translatePrismaError(error: unknown): unknown {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === UNIQUE_VIOLATION) return error;
    const state = sqlStateOf(error.meta);
    if (UNAVAILABLE.test(error.code) || isUnavailable(withCode(state))) return unavailable('The database');
    return new Error(`The database rejected a statement (${error.code}${state === undefined ? '' : `, ${state}`})`);
  }
  if (error instanceof Prisma.PrismaClientUnknownRequestError || error instanceof Prisma.PrismaClientValidationError) {
    return new Error(`The database rejected a statement (${error.name})`);
  }
  return isUnavailable(error) ? unavailable('The database', error) : error;
}

/** The SQLSTATE inside `meta.driverAdapterError.cause`. */
function sqlStateOf(meta: unknown): string | undefined {
  let value: unknown = meta;
  for (const key of ['driverAdapterError', 'cause', 'originalCode']) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' ? value : undefined;
}

const withCode = (code: string | undefined): Error => Object.assign(new Error(), code === undefined ? {} : { code });
