import { identifierForm, identifierWords } from '@strata/kernel/identifiers';
import { likelyNameWords, nameWords, type NameRun } from '@strata/languages/name-words';
import type { Place } from '@strata/policy/place';
import type { SessionNote, SessionNotes } from './session-notes.ts';

/** In words. */
const FULL_NAME = 2;

interface ScopeSubjects {
  /** Identifiers of customers. */
  readonly known: Set<string>;
  readonly forms: Set<string>;
  /** Identifiers that the query asks about: those in it, and all that a session names together with one of them. */
  readonly asked: Set<string>;
  /** Sessions that name an identifier of the query. */
  readonly askedSessions: Set<string>;
  /** Of sessions that name customers whom the query does not ask about: what identifies these, by session. */
  readonly ofOthers: Map<string, ReadonlySet<string>>;
}

/** What a request asks about. */
export interface Asked {
  /** Identifiers in the query, from `identifierWords`. */
  readonly identifiers: ReadonlySet<string>;
  /** Names in the query, from `nameRuns`. */
  readonly names: readonly NameRun[];
  /** The session that the request is limited to. */
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
  readonly #asked: Asked;
  readonly #query: ReadonlySet<string>;

  /** @param texts texts that may be judged: those that are not learned yet say which of their sessions the query asks about */
  constructor(notes: SessionNotes, asked: Asked, texts: readonly JudgedText[] = []) {
    this.#asked = asked;
    this.#query = new Set([...asked.identifiers, ...asked.names.flatMap(({ words }) => words)]);
    const sessions = notes.sessions.filter(({ identifiers }) => identifiers.length > 0);
    const named = namedBy(asked.names, sessions);
    for (const { place, sessionId, identifiers, names } of sessions) {
      const scope = this.#scopeOf(place);
      const isAsked = sessionId === asked.sessionId || identifiers.some((one) => asked.identifiers.has(one));
      if (isAsked) scope.askedSessions.add(sessionId);
      for (const identifier of identifiers) {
        scope.known.add(identifier);
        if (isAsked) scope.asked.add(identifier);
      }
      if (!isAsked && !named.has(sessionId)) scope.ofOthers.set(sessionId, new Set([...identifiers, ...names]));
    }
    for (const { place, identifierForms } of notes.scopes)
      for (const form of identifierForms) this.#scopeOf(place).forms.add(form);
    for (const { text, place, sessionId, isUnlearned } of texts)
      if (isUnlearned === true && typeof sessionId === 'string' && this.#isAskedIn(text))
        this.#scopeOf(place).askedSessions.add(sessionId);
  }

  /** Whether a text names a customer that the query does not ask about. */
  namesOther(judged: JudgedText): boolean {
    const scope = this.#scopes.get(keyOf(judged.place));
    if (scope === undefined || judged.isOfEndUser === true) return false;
    const identifiers = this.#others(scope, identifierWords(judged.text));
    if (identifiers.some((word) => scope.known.has(word) || scope.forms.has(identifierForm(word) ?? ''))) return true;
    const { sessionId = null, speaker = null } = judged;
    if (sessionId === null || sessionId === this.#asked.sessionId || scope.askedSessions.has(sessionId)) return false;
    const text = speaker === null ? judged.text : `${speaker}: ${judged.text}`;
    if (judged.isUnlearned === true)
      return identifiers.length > 0 || this.#others(scope, likelyNameWords(text)).length > 0;
    const ofOther = scope.ofOthers.get(sessionId);
    if (ofOther === undefined) return false;
    return [...identifiers, ...this.#others(scope, nameWords(text))].some((word) => ofOther.has(word));
  }

  #isAskedIn(text: string): boolean {
    return [...identifierWords(text)].some((one) => this.#asked.identifiers.has(one));
  }

  /** Those of the words that the query does not ask about. */
  #others(scope: ScopeSubjects, words: ReadonlySet<string>): string[] {
    return [...words].filter((word) => !scope.asked.has(word) && !this.#query.has(word));
  }

  #scopeOf(place: Place): ScopeSubjects {
    const key = keyOf(place);
    const known = this.#scopes.get(key);
    if (known !== undefined) return known;
    const scope = {
      ...{ known: new Set<string>(), forms: new Set<string>() },
      ...{ asked: new Set<string>(), askedSessions: new Set<string>(), ofOthers: new Map() },
    };
    this.#scopes.set(key, scope);
    return scope;
  }
}

/**
 * The sessions of the customers whose full names the query has. A name that several customers have in common asks about none of
 * them: it may be that of a city.
 */
function namedBy(names: readonly NameRun[], sessions: readonly SessionNote[]): Set<string> {
  const found = new Set<string>();
  for (const { words, beginsSentence } of names)
    for (const name of beginsSentence ? [words, words.slice(1)] : [words]) {
      const having = name.length < FULL_NAME ? [] : sessions.filter((session) => hasAll(session, name));
      const isOfAll = (identifier: string): boolean =>
        having.every(({ identifiers }) => identifiers.includes(identifier));
      if (having[0]?.identifiers.some(isOfAll) === true) for (const { sessionId } of having) found.add(sessionId);
    }
  return found;
}

const hasAll = ({ names }: SessionNote, name: readonly string[]): boolean => name.every((word) => names.includes(word));

const keyOf = ({ agentId, namespaceId }: Place): string => `${agentId ?? ''}\n${namespaceId ?? ''}`;
