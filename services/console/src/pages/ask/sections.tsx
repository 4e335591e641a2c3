import type { ReactNode } from 'react';
import { counted, share } from '../../ui/figures.ts';
import { Badge } from '../../ui/notice.tsx';
import { Facts } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { SourceLine } from './source-line.tsx';
import { grouped, LANES, type Pack, type Section } from './sources.ts';

/** The frame of a pack and one entry need about so many tokens. */
const SMALL_BUDGET = 100;

/** What the ranking arms give points for. */
const ARMS: readonly (readonly [string, string])[] = [
  ['terms', 'Words of the question that it holds; rare ones count more.'],
  ['entities', 'An identifier that the question names, such as the number of an order.'],
  ['expansion', 'Words that the best entries share.'],
  ['vector', 'Nearness in meaning, with an embedding provider.'],
  ['neighbours', 'What was said just before and after it.'],
  ['session', 'The best turns of its session.'],
  ['date', 'A date that the question names.'],
  ['instruction', 'A wish for all work.'],
  ['goal', 'The share of votes by the sessions with the most similar requests.'],
  ['error', 'How near its error is to the one in the question.'],
];

/** What is in a pack, lane by lane. */
export function Sections({ pack }: { readonly pack: Pack }): ReactNode {
  const { sections } = pack;
  if (sections.length === 0) return <NoSections pack={pack} />;
  const arms = new Set(sections.flatMap(({ score }) => Object.keys(score?.shares ?? {})));
  return (
    <div className="stack">
      <p className="muted">
        The parts of a pack have a fixed order: wishes, rules and procedures, fixes, then what was said and found.
        Scores compare only within a part.
      </p>
      <details>
        <summary>What the scores mean</summary>
        <p className="muted">
          The higher the score, the better an entry fits the question, compared with the others of its part. The shares
          say what it consists of. Who speaks, feedback and failed runs then raise or lower it as a whole.
        </p>
        <Facts facts={ARMS.filter(([arm]) => arms.has(arm))} />
      </details>
      {grouped(sections, ({ lane }) => lane).map(([lane, own]) => (
        <section key={lane} className="stack">
          {lane !== undefined && <h3>{LANES[lane]}</h3>}
          <ol className="plain-list">
            {own.map((section) => (
              <OneSection key={section.source} section={section} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

const OneSection = ({ section: { source, outcome, at, content, score } }: { readonly section: Section }): ReactNode => (
  <li className="card">
    <SourceLine source={source}>
      {outcome !== undefined && outcome !== null && (
        <Badge tone={outcome === 'success' ? 'good' : 'warning'}>{outcome}</Badge>
      )}
      {at !== undefined && (
        <span className="muted">
          <Time at={at} />
        </span>
      )}
    </SourceLine>
    <p className="section-text">{content}</p>
    {score !== undefined && <Shares shares={score.shares} total={score.total} />}
  </li>
);

/** What each ranking arm gave. */
const Shares = ({
  shares,
  total,
}: {
  readonly shares: Readonly<Record<string, number>>;
  readonly total: number;
}): ReactNode => (
  <div className="row muted">
    <span>Score {total.toFixed(2)}:</span>
    {Object.entries(shares)
      .sort(([, a], [, b]) => b - a)
      .map(([arm, part]) => (
        <span key={arm}>
          {arm} {share(part)}
        </span>
      ))}
  </div>
);

function NoSections({ pack: { excluded = [], contextPack } }: { readonly pack: Pack }): ReactNode {
  if (excluded.some(({ reason }) => reason === 'over_budget'))
    return (
      <EmptyState title="The budget is too small">
        What fits this question needs more than {counted(contextPack.maxTokens, 'token')}. Ask again with a larger
        budget, such as 1,000.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing fits this question">
      {contextPack.maxTokens < SMALL_BUDGET &&
        `The budget of ${counted(contextPack.maxTokens, 'token')} has room for little or nothing: try 1,000. Otherwise: `}
      Strata knows nothing about it, or a filter or a policy leaves it out. Look at what was left out, or ask in other
      words.
    </EmptyState>
  );
}
