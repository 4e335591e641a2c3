import { useEffect, type ReactNode } from 'react';

interface PageProps {
  readonly title: string;
  /** A sentence about what the page is for. */
  readonly lead?: ReactNode;
  /** Buttons of the page. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, also in the browser's tab, and its content. */
export function Page({ title, lead, actions, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} – Strata`;
  }, [title]);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1 tabIndex={-1} id="page-title">
            {title}
          </h1>
          {lead !== undefined && <p className="page-lead">{lead}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

interface CardProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with a title. */
export const Card = ({ title, aside, children }: CardProps): ReactNode => (
  <section className="card">
    <div className="page-head">
      <h2>{title}</h2>
      {aside}
    </div>
    {children}
  </section>
);

interface StatProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** A figure that matters. */
export const Stat = ({ label, value, note }: StatProps): ReactNode => (
  <div>
    <div className="muted">{label}</div>
    <div className="stat-value">{value}</div>
    {note !== undefined && <div className="muted">{note}</div>}
  </div>
);

/** Names and values of one thing. Values that are missing are left out. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }): ReactNode => (
  <dl className="facts">
    {facts
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => (
        <div key={name} className="fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
