import type { ReactNode } from 'react';
import { count, counted, share } from '../../ui/figures.ts';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import type { TaskSchema } from './artifact.ts';
import { RateBar } from '../../ui/rate-bar.tsx';
import { ToolCall } from './tool-call.tsx';

type Step = TaskSchema['steps'][number];

/** A task schema as a flow: what has to hold, the steps with how many sessions took each, and how it ends. */
export const TaskSchemaView = ({ schema }: { readonly schema: TaskSchema }): ReactNode => (
  <Card title="How it is done">
    <p>{schema.goal}</p>
    <ol className="flow" aria-label="Steps">
      {schema.preconditions.length > 0 && (
        <li className="flow-step flow-start">
          <h3>Before</h3>
          <ul>
            {schema.preconditions.map((condition) => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        </li>
      )}
      {schema.steps.map((step, at) => (
        <FlowStep key={`${String(at)} ${step.action}`} step={step} support={schema.support} />
      ))}
      <li className="flow-step flow-end">
        <h3>Result</h3>
        {schema.successRate === null ? (
          <p className="muted">
            No session said how it ended, so there is no success rate. State outcomes, such as <code>resolved</code>, to
            get one.
          </p>
        ) : (
          <RateBar
            label="Expected to succeed"
            rate={schema.successRate}
            text={`${share(schema.successRate)} of sessions with these steps`}
          />
        )}
        <p className="muted">
          From {counted(schema.support, 'session')}
          {schema.tasks > 0 && ` of ${counted(schema.tasks, 'task')}`}
          {schema.writers > 0 && `, captured by ${counted(schema.writers, 'writer')}`}
        </p>
      </li>
    </ol>
  </Card>
);

/** A step that sessions skipped is a branch beside the way. */
function FlowStep({ step, support }: { readonly step: Step; readonly support: number }): ReactNode {
  const isOptional = step.optional === true;
  return (
    <li className={isOptional ? 'flow-step flow-branch' : 'flow-step'}>
      <div className="row">
        <h3>{step.action}</h3>
        {isOptional ? <Badge>Optional</Badge> : <Badge tone="accent">Required</Badge>}
      </div>
      <ToolCall tool={step.tool} given={step.arguments} />
      {step.description !== '' && <p className="muted">{step.description}</p>}
      {step.sessions !== undefined && support > 0 && (
        <RateBar
          label={isOptional ? 'Taken' : 'Done'}
          rate={step.sessions / support}
          text={`${count(step.sessions)} of ${counted(support, 'session')}`}
        />
      )}
    </li>
  );
}
