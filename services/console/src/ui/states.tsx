import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { errorHint, errorText } from './error-text.ts';

/** Says that something is being read. */
export const Loading = ({ what = 'Loading' }: { readonly what?: string }): ReactNode => (
  <div className="loading" role="status">
    <span className="spinner" aria-hidden="true" />
    {what} …
  </div>
);

interface EmptyStateProps {
  readonly title: string;
  /** Why it is empty, and what to do next. */
  readonly children: ReactNode;
  /** Buttons or links. */
  readonly actions?: ReactNode;
}

/** Nothing is there yet. */
export const EmptyState = ({ title, children, actions }: EmptyStateProps): ReactNode => (
  <div className="empty">
    <h2>{title}</h2>
    <p className="muted">{children}</p>
    {actions !== undefined && <div className="row">{actions}</div>}
  </div>
);

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** It did not work: what happened, and what to do next. */
export const ErrorState = ({ error, onRetry }: ErrorStateProps): ReactNode => (
  <div className="notice tone-bad" role="alert">
    <p className="notice-title">{errorText(error)}</p>
    <p>{errorHint(error)}</p>
    {onRetry !== undefined && (
      <div>
        <Button onPress={onRetry}>Try again</Button>
      </div>
    )}
  </div>
);
