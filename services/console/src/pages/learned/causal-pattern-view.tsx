import type { ReactNode } from 'react';
import { count, counted, share } from '../../ui/figures.ts';
import { Card } from '../../ui/page.tsx';
import type { CausalPattern } from './artifact.ts';

/** A causal pattern: the cause, the effect, and the table of its four cells. */
export function CausalPatternView({ pattern }: { readonly pattern: CausalPattern }): ReactNode {
  const { cause, effect, support, counterExamples, confidence, cells, lift, pValue, tasks, writers } = pattern;
  const chance = pValue < 0.001 ? 'less than 0.001' : pValue.toFixed(3);
  const compared = cells === undefined ? undefined : cells.both + cells.causeOnly + cells.effectOnly + cells.neither;
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
          <caption>
            {compared === undefined ? 'Compared sessions' : `${count(compared)} compared sessions`}, with the cause and
            without it, of the same task or the same goal
          </caption>
          <thead>
            <tr>
              <th scope="col">Sessions</th>
              <th scope="col">With the effect</th>
              <th scope="col">Without the effect</th>
            </tr>
          </thead>
          <tbody>{cells === undefined ? <Shares pattern={pattern} /> : <Cells cells={cells} />}</tbody>
        </table>
      </div>
      <p className="muted">
        Of all {counted(support + counterExamples, 'session')} with the cause, {count(support)} show the effect
        {tasks > 0 && `, in ${counted(tasks, 'task')}`}
        {writers > 0 && `, captured by ${counted(writers, 'writer')}`}: a confidence of {share(confidence)}.
      </p>
      <p className="muted">
        Chance alone would show so clear a table with a probability of {chance}, all comparisons considered. A
        correlation, not a proof.
      </p>
    </Card>
  );
}

const Cells = ({ cells }: { readonly cells: NonNullable<CausalPattern['cells']> }): ReactNode => (
  <>
    <Row title="With the cause" having={cells.both} lacking={cells.causeOnly} isStrong />
    <Row title="Without the cause" having={cells.effectOnly} lacking={cells.neither} />
  </>
);

interface RowProps {
  readonly title: string;
  readonly having: number;
  readonly lacking: number;
  readonly isStrong?: boolean;
}

function Row({ title, having, lacking, isStrong = false }: RowProps): ReactNode {
  const all = Math.max(1, having + lacking);
  return (
    <tr>
      <th scope="row">{title}</th>
      <td className={isStrong ? 'cell-strong' : ''}>
        {count(having)} ({share(having / all)})
      </td>
      <td>
        {count(lacking)} ({share(lacking / all)})
      </td>
    </tr>
  );
}

/** Of a pattern that was compiled before the cells were kept. */
function Shares({ pattern }: { readonly pattern: CausalPattern }): ReactNode {
  const { support, counterExamples, confidence, lift } = pattern;
  const usual = Math.min(1, confidence / lift);
  return (
    <>
      <Row title="With the cause" having={support} lacking={counterExamples} isStrong />
      <tr>
        <th scope="row">All of them, as usual</th>
        <td>about {share(usual)}</td>
        <td>about {share(1 - usual)}</td>
      </tr>
    </>
  );
}
