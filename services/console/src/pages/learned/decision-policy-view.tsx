import type { ReactNode } from 'react';
import { count, counted, share } from '../../ui/figures.ts';
import { Card } from '../../ui/page.tsx';
import type { DecisionPolicy } from './artifact.ts';
import { EventLinks } from './event-links.tsx';
import { RateBar } from '../../ui/rate-bar.tsx';

/** A decision policy: what to do when, what else was tried with its counts, and why. */
export const DecisionPolicyView = ({ policy }: { readonly policy: DecisionPolicy }): ReactNode => (
  <Card title="What to do">
    <div className="decision">
      <div>
        <div className="muted">When</div>
        <p>{policy.situation}</p>
      </div>
      <div className="decision-then">
        <div className="muted">Then</div>
        <p>
          <strong>{policy.decision}</strong>
        </p>
        <RateBar label="Confidence" rate={policy.confidence} text={share(policy.confidence)} />
        <p className="muted">A careful estimate of how far to rely on it: the fewer cases, the lower.</p>
      </div>
    </div>
    <p>{policy.rationale}</p>
    <p className="muted">
      Rests on {counted(policy.support, 'case')} with this decision: sessions, or calls of a tool
      {policy.tasks > 0 && `; in ${counted(policy.tasks, 'task')}`}
      {policy.writers > 0 && `, captured by ${counted(policy.writers, 'writer')}`}
    </p>
    {policy.alternatives.length > 0 && (
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Alternatives">
        <table className="figures">
          <caption>Alternatives that ended worse</caption>
          <thead>
            <tr>
              <th scope="col">Instead</th>
              <th scope="col">Sessions that did so</th>
              <th scope="col">Of these succeeded</th>
            </tr>
          </thead>
          <tbody>
            {policy.alternatives.map(({ decision, support, successRate }) => (
              <tr key={decision}>
                <th scope="row">{decision}</th>
                <td>{count(support)}</td>
                <td>{share(successRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
    {policy.exceptions.length > 0 && (
      <>
        <h3>Exceptions</h3>
        <p className="muted">Events that do not fit it. Look at them before you rely on it.</p>
        <EventLinks ids={policy.exceptions} label="Exceptions" />
      </>
    )}
  </Card>
);
