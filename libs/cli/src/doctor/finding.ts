/** What one check found. */
export interface Finding {
  readonly check: string;
  /** `note`: nothing is broken, but something may be wanted. */
  readonly state: 'ok' | 'note' | 'fail';
  readonly says: string;
  /** What to do about it. */
  readonly next?: string;
}
