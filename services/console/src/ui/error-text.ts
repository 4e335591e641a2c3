import { isTransient, StrataError } from '@strata/client/strata';

/** What an error says to a person: what happened, and which fields were rejected. */
export function errorText(error: unknown): string {
  if (!(error instanceof StrataError)) return 'Something in this page does not work.';
  if (isTransient(error) && error.code !== 'rate_limited') return 'Strata does not respond right now.';
  const details = error.details.filter(({ message }) => !error.message.includes(message));
  if (details.length === 0) return error.message;
  return `${error.message} (${details.map(({ field, message }) => `${field}: ${message}`).join('; ')})`;
}

/** What the reader can do about an error. */
export function errorHint(error: unknown): string {
  if (!(error instanceof StrataError))
    return 'Load the page again. If that does not help, report it with what you did.';
  if (error.code === 'rate_limited')
    return 'You sent more requests than your plan allows. Wait a minute, then try again.';
  const { code } = error;
  if (code === 'forbidden') return 'Ask an owner or admin of your organization for the right.';
  if (code === 'not_found') return 'It may have been deleted, or you may not read it. Go back to the list.';
  return isTransient(error) ? 'The page tries again by itself.' : 'Change what you asked for, and try again.';
}
