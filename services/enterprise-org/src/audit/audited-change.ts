type Fields = Readonly<Record<string, unknown>>;

/** What a change does to one thing, for the audit log. Never holds a secret, nor the hash of one. */
export interface AuditedChange {
  /** `<resourceType>.<verb>`, such as `team.create`. */
  readonly action: string;
  readonly resourceId: string | null;
  /** Null for a new thing. */
  readonly before: Fields | null;
  /** Null for a deleted thing. */
  readonly after: Fields | null;
}

/** Writes a change into the audit log, in the transaction of the change itself. */
export type RecordChange = (change: AuditedChange) => void;

/** Records the fields that differ between two states of one thing. Returns false, and records nothing, if none does. */
export function recordDifference<Thing extends Fields>(
  record: RecordChange,
  { action, resourceId }: Pick<AuditedChange, 'action' | 'resourceId'>,
  before: Thing,
  after: Thing,
): boolean {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  if (changed.length === 0) return false;
  const only = (of: Fields): Fields => Object.fromEntries(changed.map((key) => [key, of[key] ?? null]));
  record({ action, resourceId, before: only(before), after: only(after) });
  return true;
}
