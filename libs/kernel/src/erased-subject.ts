import { createHash } from 'node:crypto';

/** What an erasure removes, as a request names it: exactly one of the three. */
export interface NamedSubject {
  readonly userId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** An end user, an agent or a session, and its id. */
export interface Subject {
  readonly type: 'user' | 'agent' | 'session';
  readonly id: string;
}

/** The subject that a request names. Throws unless it names exactly one. */
export function subjectOf({ userId, agentId, sessionId }: NamedSubject): Subject {
  const ids = { user: userId, agent: agentId, session: sessionId };
  const [named, ...others] = Object.entries(ids).filter(([, id]) => id !== undefined) as [Subject['type'], string][];
  if (named === undefined || others.length > 0) throw new Error('An erasure needs exactly one subject');
  const [type, id] = named;
  return { type, id };
}

/** The subject of an erasure, without its id. A person who knows the id can compute the hash. */
export interface DescribedSubject extends Record<string, unknown> {
  readonly type: Subject['type'];
  /** SHA-256 of the id in UTF-8, in hex. */
  readonly sha256: string;
}

/** What is kept of an erasure's subject: the id itself is erased, too. */
export function describeSubject(named: NamedSubject): DescribedSubject {
  const { type, id } = subjectOf(named);
  return { type, sha256: createHash('sha256').update(id).digest('hex') };
}
