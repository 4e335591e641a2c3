import type { Data } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import './memory-timeline.css';

/** One fact over time: what held, what replaced it and when. The memory of the page is marked. */
export const MemoryTimeline = ({ timeline }: { readonly timeline: Data<'getMemoryTimeline'> }): ReactNode => (
  <Card title="How it changed">
    {timeline.truncated && <p className="muted">There are more. These are the nearest in time.</p>}
    <ol className="timeline" aria-label="What held, the earliest first">
      {timeline.memories.map(({ id, content, validFrom, validTo }) => {
        const isShown = id === timeline.memoryId;
        return (
          <li key={id} className={validTo === null ? 'timeline-entry timeline-now' : 'timeline-entry'}>
            <div className="row">
              <span className="muted">
                <Time at={validFrom} isFull /> – {validTo === null ? 'now' : <Time at={validTo} isFull />}
              </span>
              {validTo === null && <Badge tone="good">Holds</Badge>}
              {isShown && <Badge tone="accent">This one</Badge>}
            </div>
            <p>{isShown ? content : <Link to={`/memories/${id}`}>{content}</Link>}</p>
          </li>
        );
      })}
    </ol>
  </Card>
);
