import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../ui/notice.tsx';
import { sourcePage } from './sources.ts';

/** What a source is, and its id, which leads to its page. */
export function SourceLine({
  source,
  children,
}: {
  readonly source: string;
  readonly children?: ReactNode;
}): ReactNode {
  const page = sourcePage(source);
  return (
    <div className="row">
      {page !== undefined && <Badge tone="accent">{page.kind}</Badge>}
      {page === undefined ? (
        <span className="mono muted">{source}</span>
      ) : (
        <Link className="mono" to={page.path}>
          {source}
        </Link>
      )}
      {children}
    </div>
  );
}
