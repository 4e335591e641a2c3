import type { ReactNode } from 'react';
import { Meter } from 'react-aria-components';

interface RateBarProps {
  readonly label: string;
  /** From 0 to 1. */
  readonly rate: number;
  /** The rate in words, such as `3 of 4 sessions`. */
  readonly text: string;
}

/** A share, as a bar and in words. */
export const RateBar = ({ label, rate, text }: RateBarProps): ReactNode => (
  <Meter className="rate" aria-label={`${label}: ${text}`} value={Math.min(1, rate) * 100} valueLabel={text}>
    {({ percentage, valueText }) => (
      <>
        <span>
          {label}: {valueText}
        </span>
        <div className="meter">
          <div className="meter-fill" style={{ width: `${String(percentage)}%` }} />
        </div>
      </>
    )}
  </Meter>
);
