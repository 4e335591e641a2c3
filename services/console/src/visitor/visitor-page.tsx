import { useEffect, type ReactNode } from 'react';
import icon from '../icon.svg';
import './visitor.css';

interface VisitorPageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page for somebody who is not signed in. */
export function VisitorPage({ title, children }: VisitorPageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} – Strata`;
  }, [title]);
  return (
    <main className="visitor">
      <div className="visitor-brand">
        <img src={icon} alt="" width="40" height="40" />
        Strata
      </div>
      <div className="card visitor-card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
