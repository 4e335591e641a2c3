import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';
import type { Tone } from './notice.tsx';

interface RateBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly rate: number;
  /** The rate in words, such as `3 of 4 sessions`. */
  readonly text: string;
  /** Only for those who see it: what it means is said beside the bar. */
  readonly tone?: Extract<Tone, 'accent' | 'warning' | 'bad'>;
}

/** A share, as a bar and in words. */
export const RateBar = ({ label, rate, text, tone = 'accent' }: RateBarProps): ReactNode => (
  <Meter className="rate" aria-label={`${label}: ${text}`} value={Math.min(1, rate) * 100} valueLabel={text}>
    {({ percentage, valueText }) => (
      <>
        <span>
          {label}: {valueText}
        </span>
        <div className="meter">
          <div className={`meter-fill meter-${tone}`} style={{ width: `${String(percentage)}%` }} />
        </div>
      </>
    )}
  </Meter>
);
