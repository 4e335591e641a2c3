import type { Data } from '@strata/client/strata';
import { Meter } from 'react-aria-components';
import type { ReactNode } from 'react';
import { SERVICE_URL } from '../../session/addresses.ts';
import { Code, CodeSnippet } from '../../ui/code-snippet.tsx';
import { count, counted, share } from '../../ui/figures.ts';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { requestSnippets } from '../../ui/request-snippets.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Time } from '../../ui/time.tsx';
import type { Question } from './question.ts';

type Pack = Data<'synthesize'>;
type Section = Pack['sections'][number];
type Excluded = NonNullable<Pack['excluded']>[number];

const REASONS: Readonly<Record<Excluded['reason'], string>> = {
  over_budget: 'it did not fit into the budget',
  near_duplicate: 'it repeats a section',
  low_relevance: 'it is too far from the question',
  other_subject: 'it names a customer that the question does not ask about',
  filtered: 'a filter leaves it out',
};

interface PackViewProps {
  readonly pack: Pack;
  readonly question: Question;
}

/** A pack: what is in it and why, what is not, and how to get it by a request. */
export function PackView({ pack, question }: PackViewProps): ReactNode {
  const { sections, excluded = [], totalTokens, text = '', contextPack } = pack;
  const tabs = [
    { id: 'sections', title: `Sections (${count(sections.length)})`, content: <Sections sections={sections} /> },
    { id: 'text', title: 'As the agent gets it', content: <Code code={text} label="The pack as text" /> },
    { id: 'excluded', title: `Left out (${count(excluded.length)})`, content: <LeftOut excluded={excluded} /> },
    {
      id: 'request',
      title: 'Request',
      content: <CodeSnippet label="Request" snippets={requestSnippets('synthesize', question, SERVICE_URL)} />,
    },
  ];
  return (
    <Card title="Pack">
      <Budget used={totalTokens} most={contextPack.maxTokens} />
      <Tabs label="The pack" tabs={tabs} />
    </Card>
  );
}

const Budget = ({ used, most }: { readonly used: number; readonly most: number }): ReactNode => (
  <Meter aria-label="Token budget" value={used} maxValue={most}>
    {({ percentage }) => (
      <div className="stack">
        <span>
          {count(used)} of {counted(most, 'token')} ({share(percentage / 100)})
        </span>
        <div className="meter">
          <div className="meter-fill" style={{ width: `${String(percentage)}%` }} />
        </div>
      </div>
    )}
  </Meter>
);

function Sections({ sections }: { readonly sections: readonly Section[] }): ReactNode {
  if (sections.length === 0)
    return (
      <EmptyState title="Nothing fits this question">
        Strata knows nothing about it, or a filter or a policy leaves it out. Look at what was left out, or ask in other
        words.
      </EmptyState>
    );
  return (
    <ol className="plain-list">
      {sections.map((section) => (
        <li key={section.source} className="card">
          <div className="row">
            <Badge tone="accent">{section.type}</Badge>
            {section.outcome !== undefined && section.outcome !== null && (
              <Badge tone={section.outcome === 'success' ? 'good' : 'warning'}>{section.outcome}</Badge>
            )}
            <span className="mono muted">{section.source}</span>
            {section.at !== undefined && (
              <span className="muted">
                <Time at={section.at} />
              </span>
            )}
          </div>
          <p className="section-text">{section.content}</p>
          {section.score !== undefined && <Shares shares={section.score.shares} total={section.score.total} />}
        </li>
      ))}
    </ol>
  );
}

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

const LeftOut = ({ excluded }: { readonly excluded: readonly Excluded[] }): ReactNode =>
  excluded.length === 0 ? (
    <p className="muted">Nothing that matches the question was left out.</p>
  ) : (
    <ul className="plain-list">
      {excluded.map(({ source, reason, content }) => (
        <li key={source} className="card">
          <div className="row">
            <span className="mono muted">{source}</span>
            <span>Left out, because {REASONS[reason]}.</span>
          </div>
          {content !== undefined && <p className="section-text">{content}</p>}
        </li>
      ))}
    </ul>
  );
