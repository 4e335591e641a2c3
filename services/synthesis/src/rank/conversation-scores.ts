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
export function neighbourScores({ documents, sessions, content: scores }: Scoring): Float64Array {
  const inherited = new Float64Array(documents.length);
  for (const session of sessions) {
    const worth = worthOf(session, scores);
    for (let i = 0; i < session.length; i++) {
      const turn = session[i];
      if (turn === undefined) continue;
      let sum = fromAround(session, i, worth);
      const before = session[i - 1];
      if (before?.end === turn.start - 1 && endsInQuestion(before, documents) && !isOfProgram(turn, documents))
        sum += NEIGHBOURS.answersQuestion * (worth[i - 1] ?? 0);
      for (const d of turn.documents) inherited[d] = sum;
    }
  }
  return inherited;
}

/** What each document gains from the best turns of its session. */
export function sessionScores({ sessions, content: scores }: Scoring): Float64Array {
  const gained = new Float64Array(scores.length);
  for (const session of sessions) {
    const worth = worthOf(session, scores);
    const gain =
      (SESSION.share * highestPositions(worth, SESSION.top).reduce((sum, i) => sum + (worth[i] ?? 0), 0)) / SESSION.top;
    for (const { documents } of session) for (const d of documents) gained[d] = gain;
  }
  return gained;
}

/** What a turn inherits from those around it. A turn that is not among the documents counts as one position. `start` and `end` are the next positions to look at. */
function fromAround(session: Session, i: number, worth: readonly number[]): number {
  let start = (session[i]?.start ?? 0) - 1;
  let end = (session[i]?.end ?? 0) + 1;
  let before = i - 1;
  let after = i + 1;
  let sum = 0;
  let share = 1;
  for (let step = 1; step <= NEIGHBOURS.radius; step++) {
    const previous = session[before];
    const next = session[after];
    let inherited = 0;
    if (previous?.end === start) {
      inherited += NEIGHBOURS.previous * (worth[before] ?? 0);
      start = previous.start;
      before -= 1;
    }
    if (next?.start === end) {
      inherited += NEIGHBOURS.next * (worth[after] ?? 0);
      end = next.end;
      after += 1;
    }
    start -= 1;
    end += 1;
    sum += share * inherited;
    share *= NEIGHBOURS.decay;
  }
  return sum;
}

const endsInQuestion = (turn: Turn, documents: readonly RankDocument[]): boolean =>
  turn.documents.some((d) => documents[d]?.asks === true && documents[d].position === turn.end);

/** A program answers whatever it is asked, so that its turn follows a question says nothing. */
const isOfProgram = (turn: Turn, documents: readonly RankDocument[]): boolean =>
  turn.documents.some((d) => isProgram(documents[d]?.speaker ?? null));

/** What each turn is worth: the score of its best part. */
const worthOf = (session: Session, scores: Float64Array): number[] =>
  session.map(({ documents }) => documents.reduce((best, d) => Math.max(best, scores[d] ?? 0), 0));
