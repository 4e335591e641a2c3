import type { ReactNode } from 'react';
import { useHealth } from '../../api/health.ts';
import { CodeSnippet } from '../../ui/code-snippet.tsx';
import { count, counted } from '../../ui/figures.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { whatIsMissing } from './what-is-missing.ts';

/** Commands that could not be handled because of their own data. Only an operator with access to the broker can change them. */
export default function DeadLettersPage(): ReactNode {
  const health = useHealth();
  return (
    <Page
      title="Dead letters"
      lead="Messages between services that can never be handled, because of their own data. They are kept aside for an operator."
    >
      <Loaded query={health}>{({ subsystems }) => <Letters deadLetters={subsystems.workers.deadLetters} />}</Loaded>
    </Page>
  );
}

function Letters({ deadLetters }: { readonly deadLetters: Readonly<Record<string, number>> }): ReactNode {
  const commands = Object.entries(deadLetters).sort(([a, some], [b, others]) => others - some || a.localeCompare(b));
  const total = commands.reduce((sum, [, letters]) => sum + letters, 0);
  const [worst] = commands;
  return (
    <>
      {total === 0 ? (
        <EmptyState title="No dead letters">Every message was handled, or waits for its turn.</EmptyState>
      ) : (
        <Notice tone="warning" title={`${counted(total, 'dead letter')}, of all tenants`}>
          <p>See what is wrong with them, then replay or discard them, as shown below.</p>
        </Notice>
      )}
      {commands.length > 0 && (
        <Card title="By command">
          <ul className="plain-list">
            {commands.map(([command, letters]) => (
              <li key={command} className="row">
                <Badge tone={letters === 0 ? 'good' : 'warning'}>{count(letters)}</Badge>
                <strong className="mono">{command}</strong>
                <span className="muted">{letters === 0 ? 'No dead letters' : whatIsMissing(command)}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {total > 0 && worst !== undefined && (
        <Card title="What an operator can do">
          <p className="muted">
            These commands run where Strata runs: they need <code>AMQP_URL</code>. Standalone keeps no dead letters;
            their senders got an error, and the figure counts since the process started.
          </p>
          <CodeSnippet label="Commands" snippets={commandsFor(worst[0])} />
        </Card>
      )}
    </>
  );
}

const commandsFor = (command: string) => [
  { language: 'List', code: `npm run dead-letters -- list ${command}` },
  { language: 'Show', code: `npm run dead-letters -- show ${command} <id>` },
  { language: 'Replay', code: `npm run dead-letters -- replay ${command} <id>` },
  { language: 'Discard', code: `npm run dead-letters -- discard ${command} <id>` },
];
