import type { ReactNode } from 'react';
import { count } from '../../ui/figures.ts';
import { SourceLine } from './source-line.tsx';
import { grouped, type Excluded } from './sources.ts';

const REASONS: Readonly<Record<Excluded['reason'], string>> = {
  over_budget: 'Did not fit into the budget',
  near_duplicate: 'Repeats a section',
  low_relevance: 'Too far from the question',
  other_subject: 'Names a customer that the question does not ask about',
  filtered: 'Left out by a filter',
};

/** What matches the question and is not in the pack, by the reason. */
export const LeftOut = ({ excluded }: { readonly excluded: readonly Excluded[] }): ReactNode =>
  excluded.length === 0 ? (
    <p className="muted">Nothing that matches the question was left out.</p>
  ) : (
    <div className="stack">
      {grouped(excluded, ({ reason }) => reason).map(([reason, own]) => (
        <section key={reason} className="stack">
          <h3>
            {REASONS[reason]} ({count(own.length)})
          </h3>
          {own.every(({ content }) => content === undefined) && (
            <p className="muted">A pack does not quote them. Their pages show what they say.</p>
          )}
          <ul className="plain-list">
            {own.map(({ source, content }) => (
              <li key={source} className={content === undefined ? undefined : 'card'}>
                <SourceLine source={source} />
                {content !== undefined && <p className="section-text">{content}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
