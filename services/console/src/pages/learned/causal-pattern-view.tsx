import type { ReactNode } from 'react';
import { count, counted, share } from '../../ui/figures.ts';
import { Card } from '../../ui/page.tsx';
import type { CausalPattern } from './artifact.ts';

/** A causal pattern: the cause, the effect, and the table of its four cells. */
export function CausalPatternView({ pattern }: { readonly pattern: CausalPattern }): ReactNode {
  const { cause, effect, support, counterExamples, confidence, lift, pValue, tasks, writers } = pattern;
  const usual = Math.min(1, confidence / lift);
  return (
    <Card title="What goes together">
      <div className="decision">
        <div>
          <div className="muted">After this</div>
          <p>
            <strong>{cause}</strong>
          </p>
        </div>
        <div className="decision-then">
          <div className="muted">{lift.toFixed(1)} times as often as usual</div>
          <p>
            <strong>{effect}</strong>
          </p>
        </div>
      </div>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="The four cells">
        <table className="figures">
          <caption>Compared sessions, of the same task or the same goal</caption>
          <thead>
            <tr>
              <th scope="col">Sessions</th>
              <th scope="col">With the effect</th>
              <th scope="col">Without the effect</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">With the cause</th>
              <td className="cell-strong">
                {count(support)} ({share(confidence)})
              </td>
              <td>
                {count(counterExamples)} ({share(1 - confidence)})
              </td>
            </tr>
            <tr>
              <th scope="row">All of them, as usual</th>
              <td>about {share(usual)}</td>
              <td>about {share(1 - usual)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <p className="muted">
        From {counted(support, 'session')}
        {tasks > 0 && ` of ${counted(tasks, 'task')}`}
        {writers > 0 && `, captured by ${counted(writers, 'writer')}`}. Chance alone would show this with a probability
        of {pValue < 0.001 ? 'less than 0.001' : pValue.toFixed(3)}, all comparisons considered. A correlation, not a
        proof.
      </p>
    </Card>
  );
}
