import type { Instruction } from '../rank/instruction.ts';
import type { SessionNotes } from './session-notes.ts';

/**
 * The instructions of the person asked about. Where an agent serves customers, an instruction counts only for the customers
 * whom one of its sessions names: an instruction from a session that names no customer is left out. One of an end user is visible
 * only in requests for this end user, so it counts. All instructions to an agent without customers are taken for those of one
 * person. Pure.
 *
 * @param agentId null for what belongs to no agent
 * @param asked the identifiers in the query
 */
export function ownInstructions<I extends { readonly instruction: Instruction }>(
  instructions: readonly I[],
  notes: SessionNotes,
  agentId: string | null,
  asked: ReadonlySet<string>,
): I[] {
  const sessions = notes.sessions.filter(({ place }) => place.agentId === agentId);
  const scopes = notes.scopes.filter(({ place }) => place.agentId === agentId);
  const servesCustomers =
    sessions.some(({ identifiers }) => identifiers.length > 0) ||
    scopes.some(({ identifierForms }) => identifierForms.length > 0);
  if (!servesCustomers) return [...instructions];
  const ofAsked = sessions.filter(({ identifiers }) => identifiers.some((identifier) => asked.has(identifier)));
  const own = new Set(ofAsked.map(({ sessionId }) => sessionId));
  return instructions.filter(
    ({ instruction: { isOfEndUser, sessions: saidIn } }) => isOfEndUser || saidIn.some((session) => own.has(session)),
  );
}
