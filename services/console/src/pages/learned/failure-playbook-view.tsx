import type { ReactNode } from 'react';
import { counted, share } from '../../ui/figures.ts';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import type { FailurePlaybook } from './artifact.ts';
import { RateBar } from '../../ui/rate-bar.tsx';
import { ToolCall } from './tool-call.tsx';

type Recovery = FailurePlaybook['recovery'][number];

/** A failure playbook: the error, what fixed it, and what did not. */
export const FailurePlaybookView = ({ playbook }: { readonly playbook: FailurePlaybook }): ReactNode => (
  <div className="playbook">
    <Card title="The error" aside={<Badge tone="bad">Seen {counted(playbook.occurrences, 'time')}</Badge>}>
      <p>{playbook.symptom}</p>
      <pre className="error-text">{playbook.errorSignature}</pre>
      <p className="muted">Parts that differ each time are masked, such as {'<id>'}.</p>
    </Card>
    <Card title="What fixes it">
      {playbook.recovery.length === 0 ? (
        <p className="muted">
          No attempt has helped yet. Capture a session in which somebody overcomes it, and it appears here.
        </p>
      ) : (
        <ol className="plain-list">
          {playbook.recovery.map((step, at) => (
            <Fix key={step.action} step={step} isBest={at === 0} />
          ))}
        </ol>
      )}
    </Card>
    <Card title="What does not help">
      {playbook.avoid.length === 0 ? (
        <p className="muted">
          No attempt was followed by the same error again. One that led to another error is in the playbook of that
          error.
        </p>
      ) : (
        <ul className="avoid-list">
          {playbook.avoid.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      )}
    </Card>
  </div>
);

const Fix = ({ step, isBest }: { readonly step: Recovery; readonly isBest: boolean }): ReactNode => (
  <li className="stack fix">
    <div className="row">
      <h3>{step.action}</h3>
      {isBest && <Badge tone="good">Best</Badge>}
    </div>
    <ToolCall tool={step.tool} given={step.arguments} />
    <RateBar
      label="Worked"
      rate={step.successRate}
      text={`${share(step.successRate)} of ${counted(step.support, 'attempt')}`}
    />
    <p className="muted">
      {step.sessions > 0 && `In ${counted(step.sessions, 'session')} of ${counted(step.tasks, 'task')}. `}
      {step.sessionSuccessRate === null
        ? 'How these sessions ended is not known.'
        : `${share(step.sessionSuccessRate)} of these sessions succeeded in the end.`}
    </p>
  </li>
);
