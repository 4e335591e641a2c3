import type { ReactNode } from 'react';

export type Tone = 'normal' | 'good' | 'warning' | 'bad' | 'accent';

interface NoticeProps {
  readonly title: string;
  readonly tone?: Tone;
  readonly children?: ReactNode;
}

/** Something that the reader should know. A bad one is also read out at once. */
export const Notice = ({ title, tone = 'normal', children }: NoticeProps): ReactNode => (
  <div className={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'note'}>
    <p className="notice-title">{title}</p>
    {children}
  </div>
);

/** A word or two about something, in a colour. The word says it all, for those who do not see the colour. */
export const Badge = ({
  tone = 'normal',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}): ReactNode => <span className={`badge tone-${tone}`}>{children}</span>;
