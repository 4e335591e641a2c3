type Fields = Readonly<Record<string, unknown>>;

/** What a change does to one thing, for the audit log. Never a secret, nor a hash of one. */
export interface AuditNote {
  /** `<resourceType>.<verb>`, such as `team.create`. */
  readonly action: string;
  readonly resourceId: string | null;
  /** Null for what is new. */
  readonly before: Fields | null;
  /** Null for what is gone. */
  readonly after: Fields | null;
}

/** Puts a note into the audit log, in the transaction of the change itself. */
export type Note = (note: AuditNote) => void;

/** Of two states of one thing the fields that differ, before and after. */
export function differenceOf<Thing extends Fields>(
  before: Thing,
  after: Thing,
): { readonly before: Fields; readonly after: Fields } {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const only = (of: Fields): Fields => Object.fromEntries(changed.map((key) => [key, of[key] ?? null]));
  return { before: only(before), after: only(after) };
}

/** Notes what differs between two states of one thing. Says whether anything does: else there is nothing to note. */
export function noteDifference<Thing extends Fields>(
  note: Note,
  { action, resourceId }: Pick<AuditNote, 'action' | 'resourceId'>,
  before: Thing,
  after: Thing,
): boolean {
  const difference = differenceOf(before, after);
  if (Object.keys(difference.after).length === 0) return false;
  note({ action, resourceId, ...difference });
  return true;
}
