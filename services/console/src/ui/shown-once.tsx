import { useEffect, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Code } from './code-snippet.tsx';
import { Card } from './page.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  /** What it is for, and that it is not shown again. */
  readonly children: ReactNode;
  /** Has to forget the secret. */
  readonly onDone: () => void;
}

const FORGOTTEN_MS = 10 * 60_000;

/** A secret that the service shows only once. It is forgotten when the user says so, at the latest after ten minutes. */
export function ShownOnce({ title, secret, children, onDone }: ShownOnceProps): ReactNode {
  useForgotten(secret, onDone);
  return (
    <Card title={title}>
      {children}
      <Code code={secret} label={title} />
      <div className="row">
        <Button kind="primary" onPress={onDone}>
          I have kept it
        </Button>
      </div>
    </Card>
  );
}

/** Calls `forget` ten minutes after there is a secret. */
export function useForgotten(secret: string | undefined, forget: () => void): void {
  useEffect(() => {
    if (secret === undefined) return undefined;
    const timer = setTimeout(forget, FORGOTTEN_MS);
    return () => clearTimeout(timer);
  }, [secret, forget]);
}
