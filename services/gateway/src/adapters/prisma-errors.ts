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
  if (error instanceof Error && error.name === 'DriverAdapterError') return translateDriverError(error);
  return isUnavailable(error) ? unavailable('The database', error) : error;
}

/** How the driver names a broken socket, which has no SQLSTATE. */
const BROKEN_SOCKET = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout']);

/** Prisma throws the driver's error as it is if the transaction could not begin or end. */
function translateDriverError(error: Error): Error {
  const state = textIn(error, 'cause', 'originalCode');
  const kind = textIn(error, 'cause', 'kind') ?? 'unknown';
  if (BROKEN_SOCKET.has(kind) || isUnavailable(withCode(state))) return unavailable('The database', error);
  return new Error(`The database rejected the end of a transaction (${state ?? kind})`);
}

/** The SQLSTATE of a failed statement. */
const sqlStateOf = (meta: unknown): string | undefined => textIn(meta, 'driverAdapterError', 'cause', 'originalCode');

function textIn(value: unknown, ...path: readonly string[]): string | undefined {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = (inner as Record<string, unknown>)[key];
  }
  return typeof inner === 'string' ? inner : undefined;
}

const withCode = (code: string | undefined): Error => Object.assign(new Error(), code === undefined ? {} : { code });
