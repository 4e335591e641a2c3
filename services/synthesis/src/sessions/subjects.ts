import { identifierForm, identifierWords } from '@strata/kernel/identifiers';
import { likelyNameWords, nameWords } from '@strata/languages/name-words';
import type { Place } from '@strata/policy/place';
import type { SessionNote, SessionNotes } from './session-notes.ts';

interface ScopeSubjects {
  /** Identifiers of customers. */
  readonly known: Set<string>;
  readonly forms: Set<string>;
  /** Identifiers that the query asks about: those in it, and all that a session names together with one of them. */
  readonly asked: Set<string>;
  /** Sessions that have an identifier of the query. */
  readonly askedSessions: Set<string>;
  /** The sessions that name customers, by id. */
  readonly sessions: Map<string, SessionNote>;
}

/** What a request asks about. */
export interface Asked {
  /** The identifiers in the query, from `identifierWords`. */
  readonly identifiers: ReadonlySet<string>;
  /** The session that the request is limited to: all that it finds was said there. */
  readonly sessionId?: string | undefined;
}

/** A text with its place. What is about the end user of the request is about no other customer. */
export interface JudgedText {
  readonly text: string;
  readonly place: Place;
  readonly speaker?: string | null;
  readonly sessionId?: string | null;
  readonly isOfEndUser?: boolean;
  /** Nothing is known of its session yet. */
  readonly isUnlearned?: boolean;
}

/** Recognizes texts about customers other than those that a query asks about. Pure. */
export class Subjects {
  readonly #scopes = new Map<string, ScopeSubjects>();
  readonly #isOfOneSession: boolean;
  readonly #identifiers: ReadonlySet<string>;

  /** @param texts texts that may be judged: those that are not learned yet say which of their sessions the query asks about */
  constructor(
    notes: SessionNotes,
    { identifiers: asked, sessionId: onlySession }: Asked,
    texts: readonly JudgedText[] = [],
  ) {
    this.#isOfOneSession = onlySession !== undefined;
    this.#identifiers = asked;
    for (const note of notes.sessions) {
      const { place, sessionId, identifiers } = note;
      if (identifiers.length === 0) continue;
      const scope = this.#scopeOf(place);
      scope.sessions.set(sessionId, note);
      const isAsked = sessionId === onlySession || identifiers.some((identifier) => this.#identifiers.has(identifier));
      if (isAsked) scope.askedSessions.add(sessionId);
      for (const identifier of identifiers) {
        scope.known.add(identifier);
        if (isAsked) scope.asked.add(identifier);
      }
    }
    for (const { place, identifierForms } of notes.scopes)
      for (const form of identifierForms) this.#scopeOf(place).forms.add(form);
    for (const { text, place, sessionId, isUnlearned } of texts)
      if (isUnlearned === true && typeof sessionId === 'string' && this.#hasIdentifier(text))
        this.#scopes.get(keyOf(place))?.askedSessions.add(sessionId);
  }

  /** Whether a text names a customer that the query does not ask about. */
  namesOther(judged: JudgedText): boolean {
    const scope = this.#scopes.get(keyOf(judged.place));
    if (scope === undefined || judged.isOfEndUser === true) return false;
    const identifiers = this.#others(scope, identifierWords(judged.text));
    if (identifiers.some((word) => scope.known.has(word) || scope.forms.has(identifierForm(word) ?? ''))) return true;
    const { text, sessionId = null, speaker = null } = judged;
    if (sessionId === null || this.#isOfOneSession || scope.askedSessions.has(sessionId)) return false;
    if (judged.isUnlearned === true) return identifiers.length > 0 || likelyNameWords(text).size > 0;
    const session = scope.sessions.get(sessionId);
    if (session === undefined || session.names.length === 0) return false;
    const words = nameWords(speaker === null ? text : `${speaker}: ${text}`);
    return [...identifiers, ...words].some((word) => session.names.includes(word));
  }

  #hasIdentifier(text: string): boolean {
    return [...identifierWords(text)].some((identifier) => this.#identifiers.has(identifier));
  }

  /** Those of the words that the query does not ask about. */
  #others(scope: ScopeSubjects, words: ReadonlySet<string>): string[] {
    return [...words].filter((word) => !scope.asked.has(word) && !this.#identifiers.has(word));
  }

  #scopeOf(place: Place): ScopeSubjects {
    const key = keyOf(place);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope: ScopeSubjects = {
      ...{ known: new Set(), forms: new Set(), asked: new Set(), askedSessions: new Set(), sessions: new Map() },
    };
    this.#scopes.set(key, scope);
    return scope;
  }
}

const keyOf = ({ agentId, namespaceId }: Place): string => `${agentId ?? ''}\n${namespaceId ?? ''}`;
