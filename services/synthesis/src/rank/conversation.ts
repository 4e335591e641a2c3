import type { RankDocument } from './document.ts';
import { highest } from './highest.ts';
import { NEIGHBOURS, SESSION } from './parameters.ts';

/** Where each turn of each session is among the documents. */
export type Places = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Documents by session and position; what belongs to no session is left out. */
export function placesOf(documents: readonly RankDocument[]): Places {
  const sessions = new Map<string, Map<number, number>>();
  for (const [d, { sessionId, position }] of documents.entries()) {
    if (sessionId === null || position === null) continue;
    let places = sessions.get(sessionId);
    if (places === undefined) sessions.set(sessionId, (places = new Map<number, number>()));
    places.set(position, d);
  }
  return sessions;
}

/** What each document inherits from the turns around it: an answer often holds none of its question's words. */
export function neighbourScores(
  documents: readonly RankDocument[],
  places: Places,
  scores: Float64Array,
): Float64Array {
  const inherited = new Float64Array(documents.length);
  for (const session of places.values())
    for (const [position, d] of session) {
      let sum = 0;
      let share = 1;
      for (let step = 1; step <= NEIGHBOURS.radius; step++, share *= NEIGHBOURS.decay) {
        sum += share * NEIGHBOURS.previous * at(session, position - step, scores);
        sum += share * NEIGHBOURS.next * at(session, position + step, scores);
      }
      const before = session.get(position - 1);
      if (before !== undefined && documents[before]?.asks === true)
        sum += NEIGHBOURS.answersQuestion * (scores[before] ?? 0);
      inherited[d] = sum;
    }
  return inherited;
}

/** What each document gains because its session is on the subject. */
export function sessionScores(places: Places, scores: Float64Array): Float64Array {
  const gained = new Float64Array(scores.length);
  for (const session of places.values()) {
    const turns = [...session.values()];
    const own = Float64Array.from(turns, (d) => scores[d] ?? 0);
    const gain = (SESSION.share * highest(own, SESSION.top).reduce((sum, i) => sum + (own[i] ?? 0), 0)) / SESSION.top;
    for (const d of turns) gained[d] = gain;
  }
  return gained;
}

function at(session: ReadonlyMap<number, number>, position: number, scores: Float64Array): number {
  const d = session.get(position);
  return d === undefined ? 0 : (scores[d] ?? 0);
}
