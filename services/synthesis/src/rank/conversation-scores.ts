import type { RankDocument } from './document.ts';
import { highestPositions } from './highest.ts';
import { NEIGHBOURS, SESSION } from './parameters.ts';
import { isProgram } from '@strata/kernel/speaker-roles';
import type { Scoring } from './scoring.ts';
import type { Session, Turn } from './session-turns.ts';

/**
 * What each document inherits from the turns around its own: an answer often shares no word with its question. A turn is
 * worth what its best part is; parts of one turn lend each other nothing.
 */
export function neighbourScores({ documents, turns, content: scores }: Scoring): Float64Array {
  const inherited = new Float64Array(documents.length);
  for (const session of turns.values())
    for (const turn of session.turns) {
      let sum = fromAround(session, turn, scores);
      const before = session.endingAt(turn.start - 1);
      if (before !== undefined && endsInQuestion(before, documents) && !isOfProgram(turn, documents))
        sum += NEIGHBOURS.answersQuestion * best(before, scores);
      for (const d of turn.documents) inherited[d] = sum;
    }
  return inherited;
}

/** What each document gains from the best turns of its session. */
export function sessionScores({ turns, content: scores }: Scoring): Float64Array {
  const gained = new Float64Array(scores.length);
  for (const session of turns.values()) {
    const all = [...session.turns];
    const own = Float64Array.from(all, (turn) => best(turn, scores));
    const gain =
      (SESSION.share * highestPositions(own, SESSION.top).reduce((sum, i) => sum + (own[i] ?? 0), 0)) / SESSION.top;
    for (const { documents } of all) for (const d of documents) gained[d] = gain;
  }
  return gained;
}

/** What a turn inherits from those around it. A turn that is not among the documents counts as one position. */
function fromAround(session: Session, turn: Turn, scores: Float64Array): number {
  let { start, end } = turn;
  let sum = 0;
  let share = 1;
  for (let step = 1; step <= NEIGHBOURS.radius; step++) {
    const previous = session.endingAt(start - 1);
    const next = session.startingAt(end + 1);
    sum += share * (NEIGHBOURS.previous * best(previous, scores) + NEIGHBOURS.next * best(next, scores));
    share *= NEIGHBOURS.decay;
    start = previous?.start ?? start - 1;
    end = next?.end ?? end + 1;
  }
  return sum;
}

const endsInQuestion = (turn: Turn, documents: readonly RankDocument[]): boolean =>
  turn.documents.some((d) => documents[d]?.asks === true && documents[d].position === turn.end);

/** A program answers whatever it is asked, so that its turn follows a question says nothing. */
const isOfProgram = (turn: Turn, documents: readonly RankDocument[]): boolean =>
  turn.documents.some((d) => isProgram(documents[d]?.speaker ?? null));

/** The score of a turn's best part. */
function best(turn: Turn | undefined, scores: Float64Array): number {
  let highest = 0;
  if (turn === undefined) return highest;
  for (const d of turn.documents) highest = Math.max(highest, scores[d] ?? 0);
  return highest;
}
