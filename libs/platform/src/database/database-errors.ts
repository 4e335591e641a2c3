import { AppError, unavailable } from '@strata/kernel/errors';
import { isNativeError } from 'node:util/types';

/** Node's codes for a socket that cannot be opened or breaks. */
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * SQLSTATEs of a server that cannot serve now (PostgreSQL documentation, Appendix A): connection exceptions (08),
 * rejected credentials (28), insufficient resources such as a full disk (53), system errors (58), shutdown and start-up
 * (57P0x), a statement over its time (57014), a transaction left idle (25P03), a server that accepts no writes, such as a
 * standby (25006), an unavailable lock (55P03), a missing database (3D000), and a database that accepts no connections now
 * (55000).
 */
const UNAVAILABLE_STATE = /^(?:08|28|53|58)...$|^57P0[1-5]$|^57014$|^25P03$|^25006$|^55P03$|^3D000$|^55000$/;

/** With these severities, the server ends the connection: with a full disk, for one, it may fail to open any, with no SQLSTATE of its own. */
const ENDS_CONNECTION = new Set(['FATAL', 'PANIC']);

/** Errors of `pg` and its pool that have no code. */
const DRIVER_MESSAGE =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered|was closed)|Cannot use a pool after|Query read timeout|The server does not support SSL)/;

/** Data exceptions (22) and violated constraints (23). */
const DATA_STATE = /^2[23]...$/;

const RETRYABLE_STATE = new Set(['40001', '40P01']);

/** Whether the connection failed, and not the statement. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'unavailable';
  if (!isNativeError(error)) return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.some(isUnavailable);
  if ('severity' in error && ENDS_CONNECTION.has(String(error.severity))) return true;
  const code = sqlState(error);
  if (code === undefined) return DRIVER_MESSAGE.test(error.message);
  return SOCKET_ERRORS.has(code) || UNAVAILABLE_STATE.test(code);
}

/** Whether the database rejected the values of the statement, which no retry changes. */
export const isOfOwnData = (error: unknown): boolean => DATA_STATE.test(sqlState(error) ?? '');

const DISK_FULL = '53100';

/** Whether the server had no room for what a statement stores. */
export const isDiskFull = (error: unknown): boolean =>
  sqlState(error) === DISK_FULL || (error instanceof AppError && sqlState(error.cause) === DISK_FULL);

/** Whether the transaction conflicted with another one and can be retried. */
export const isRetryable = (error: unknown): boolean => {
  const code = sqlState(error);
  return code !== undefined && RETRYABLE_STATE.has(code);
};

/** The SQLSTATE of a failed statement, such as `23505`, or the code of a socket error. */
export const sqlState = (error: unknown): string | undefined =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Turns connection failures into AppError `unavailable`; returns other errors unchanged. */
export const translateError = (error: unknown): unknown =>
  isUnavailable(error) && !(error instanceof AppError) ? unavailable('The database', error) : error;
