import type { Data } from '@strata/client/strata';
import type { ReactNode } from 'react';
import { count, counted, share } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { RateBar } from '../../ui/rate-bar.tsx';
import { toneOf } from './tone-of-use.ts';

type Usage = Data<'getUsageMetrics'>;

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** What is used of the plan: a bar for each limit, and a warning before one is reached. */
export const PlanLimits = ({ limits, usage }: Pick<Usage, 'limits' | 'usage'>): ReactNode => (
  <>
    <h3>Limits of the plan</h3>
    <MonthlyEvents {...limits.monthlyEvents} />
    <Requests {...limits.requestsPerMinute} used={usage.requestsThisMinute} />
  </>
);

function MonthlyEvents({ limit, used, resetsAt }: Usage['limits']['monthlyEvents']): ReactNode {
  if (limit === null) return <p className="muted">Events a month: as many as you like.</p>;
  if (used === null)
    return (
      <p className="muted">
        {counted(limit, 'event')} a month. Some events are hidden from you, so how many are left is not shown.
      </p>
    );
  const tone = toneOf(used, limit);
  const day = `${DAY.format(new Date(resetsAt))}, 00:00 UTC`;
  return (
    <>
      <RateBar
        label="Events this month"
        rate={used / limit}
        text={`${count(used)} of ${count(limit)} (${share(used / limit)})`}
        tone={tone}
      />
      {tone === 'accent' ? (
        <p className="muted">The month ends on {day}.</p>
      ) : (
        <Notice
          tone={tone}
          title={
            tone === 'bad'
              ? 'The plan’s events of this month are used up'
              : `${share(used / limit)} of the plan’s events of this month are used`
          }
        >
          <p>
            {tone === 'bad' ? 'New events are' : `After ${counted(limit - used, 'more event')}, new ones will be`}{' '}
            refused until {day}. An operator of Strata can give the tenant another plan with <code>npm run plan</code>.
          </p>
        </Notice>
      )}
    </>
  );
}

function Requests({
  limit,
  burst,
  perKey,
  used,
}: Usage['limits']['requestsPerMinute'] & { readonly used: number }): ReactNode {
  if (limit === null) return <p className="muted">Requests a minute: as many as you like.</p>;
  const more = [
    burst === null || burst === 0 ? [] : [`For a moment, ${count(burst)} more are accepted.`],
    perKey === null || perKey >= limit ? [] : [`One key may send ${count(perKey)} of them.`],
  ].flat();
  return (
    <>
      <RateBar
        label="Requests this minute"
        rate={used / limit}
        text={`${count(used)} of ${count(limit)}`}
        tone={toneOf(used, limit)}
      />
      {more.length > 0 && <p className="muted">{more.join(' ')}</p>}
    </>
  );
}
