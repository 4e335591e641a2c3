import { unavailable } from '@strata/kernel/errors';
import { isUnavailable } from '@strata/platform/database/database-errors';
import { Prisma } from '../generated/client.ts';

const UNIQUE_VIOLATION = 'P2002';
/** P1…: no connection, or it broke. P2024, P2028, P2037: no connection or transaction to be had in time. */
const UNAVAILABLE = /^P1\d{3}$|^P20(24|28|37)$/;

/** Whether a row with the same unique value is there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION;

/**
 * What a failed statement means to a caller: `unavailable` when the database cannot serve; a unique violation as it is;
 * anything else an error that names code and state alone, since Prisma's messages may quote the values.
 */
export function translatePrismaError(error: unknown): unknown {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    if (error.code === UNIQUE_VIOLATION) return error;
    const state = sqlStateOf(error.meta);
    if (UNAVAILABLE.test(error.code) || isUnavailable(withCode(state))) return unavailable('The database');
    return new Error(`The database refused a statement (${error.code}${state === undefined ? '' : `, ${state}`})`);
  }
  if (error instanceof Prisma.PrismaClientUnknownRequestError || error instanceof Prisma.PrismaClientValidationError) {
    return new Error(`The database refused a statement (${error.name})`);
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
