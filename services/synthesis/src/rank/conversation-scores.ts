import { highestPositions } from './highest.ts';
import { NEIGHBOURS, SESSION } from './parameters.ts';
import type { Scoring } from './scoring.ts';

/** What each document inherits from the turns around it: an answer often shares no word with its question. */
export function neighbourScores({ documents, turns, content: scores }: Scoring): Float64Array {
  const inherited = new Float64Array(documents.length);
  for (const session of turns.values())
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

/** What each document gains from the best turns of its session. */
export function sessionScores({ turns, content: scores }: Scoring): Float64Array {
  const gained = new Float64Array(scores.length);
  for (const session of turns.values()) {
    const own = Float64Array.from(session.values(), (d) => scores[d] ?? 0);
    const gain =
      (SESSION.share * highestPositions(own, SESSION.top).reduce((sum, i) => sum + (own[i] ?? 0), 0)) / SESSION.top;
    for (const d of session.values()) gained[d] = gain;
  }
  return gained;
}

function at(session: ReadonlyMap<number, number>, position: number, scores: Float64Array): number {
  const d = session.get(position);
  return d === undefined ? 0 : (scores[d] ?? 0);
}
