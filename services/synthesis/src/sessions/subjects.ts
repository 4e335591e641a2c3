import { identifierForm, identifierWords } from '@strata/kernel/identifiers';
import type { Place } from '@strata/policy/place';
import type { SessionNotes } from './session-notes.ts';

interface ScopeSubjects {
  /** Identifiers of customers. */
  readonly known: Set<string>;
  readonly forms: Set<string>;
  /** Identifiers that the query asks about: those in it, and all that a session names together with one of them. */
  readonly asked: Set<string>;
}

/** A text with its place. What is about the end user of the request is about no other customer. */
export interface JudgedText {
  readonly text: string;
  readonly place: Place;
  readonly isOfEndUser?: boolean;
}

/** Recognizes texts about customers other than those that a query asks about. Pure. */
export class Subjects {
  readonly #scopes = new Map<string, ScopeSubjects>();
  readonly #query: ReadonlySet<string>;

  /** @param query the identifiers in the query, from `identifierWords` */
  constructor(notes: SessionNotes, query: ReadonlySet<string>) {
    this.#query = query;
    for (const { place, identifiers } of notes.sessions) {
      const { known, asked } = this.#scopeOf(place);
      const isAsked = identifiers.some((identifier) => query.has(identifier));
      for (const identifier of identifiers) {
        known.add(identifier);
        if (isAsked) asked.add(identifier);
      }
    }
    for (const { place, identifierForms } of notes.scopes)
      for (const form of identifierForms) this.#scopeOf(place).forms.add(form);
  }

  /** Whether a text names a customer that the query does not ask about. */
  namesOther({ text, place, isOfEndUser = false }: JudgedText): boolean {
    if (isOfEndUser) return false;
    const scope = this.#scopes.get(keyOf(place));
    if (scope === undefined) return false;
    for (const word of identifierWords(text)) {
      if (scope.asked.has(word) || this.#query.has(word)) continue;
      if (scope.known.has(word) || scope.forms.has(identifierForm(word) ?? '')) return true;
    }
    return false;
  }

  #scopeOf(place: Place): ScopeSubjects {
    const key = keyOf(place);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope = { known: new Set<string>(), forms: new Set<string>(), asked: new Set<string>() };
    this.#scopes.set(key, scope);
    return scope;
  }
}

const keyOf = ({ agentId, namespaceId }: Place): string => `${agentId ?? ''}\n${namespaceId ?? ''}`;
