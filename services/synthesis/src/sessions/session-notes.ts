import type { Place } from '@strata/policy/place';

/** What is known of some sessions, and of the scopes (an agent in a namespace) that they are in. */
export interface SessionNotes {
  readonly sessions: readonly SessionNote[];
  readonly scopes: readonly ScopeNote[];
}

export interface SessionNote {
  readonly place: Place;
  readonly sessionId: string;
  readonly outcome: 'success' | 'failure' | null;
  /** What identifies the customers that it names: ids, canonical (`@strata/kernel/identifiers`), and words of names and addresses. */
  readonly identifiers: readonly string[];
}

export interface ScopeNote {
  readonly place: Place;
  /** The forms that only identifiers of customers have (`identifierForm`). */
  readonly identifierForms: readonly string[];
}
