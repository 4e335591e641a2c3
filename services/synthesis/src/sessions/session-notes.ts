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
  /** The identifiers of customers that it names, canonical (`@strata/kernel/identifiers`). */
  readonly identifiers: readonly string[];
  /** What its texts say of these customers: words of names and addresses, codes, and further identifiers. */
  readonly names: readonly string[];
}

export interface ScopeNote {
  readonly place: Place;
  /** The forms that only identifiers of customers have (`identifierForm`). */
  readonly identifierForms: readonly string[];
}
