import { Meter } from 'react-aria-components';
import type { ReactNode } from 'react';
import { SERVICE_URL } from '../../session/addresses.ts';
import { MayDo } from '../../session/may-do.tsx';
import { Code, CodeSnippet } from '../../ui/code-snippet.tsx';
import { count, counted, share } from '../../ui/figures.ts';
import { Card } from '../../ui/page.tsx';
import { requestSnippets } from '../../ui/request-snippets.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { LeftOut } from './left-out.tsx';
import { PackFeedback } from './pack-feedback.tsx';
import type { Question } from './question.ts';
import { Sections } from './sections.tsx';
import type { Pack } from './sources.ts';

interface PackViewProps {
  readonly pack: Pack;
  readonly question: Question;
}

/** A pack: what is in it and why, what is not, and how to get it by a request. */
export function PackView({ pack, question }: PackViewProps): ReactNode {
  const { packId, sections, excluded = [], totalTokens, text = '', contextPack } = pack;
  const tabs = [
    { id: 'sections', title: `Sections (${count(sections.length)})`, content: <Sections pack={pack} /> },
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
      {sections.length > 0 && (
        <MayDo operation="recordFeedback">
          <PackFeedback key={packId} packId={packId} />
        </MayDo>
      )}
    </Card>
  );
}

const Budget = ({ used, most }: { readonly used: number; readonly most: number }): ReactNode => (
  <Meter aria-label="Tokens used" value={used} maxValue={most}>
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
