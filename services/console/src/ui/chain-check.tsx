import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { errorText } from './error-text.ts';
import { count, counted } from './figures.ts';
import { isIntact, type ChainedEntry } from './hash-chain.ts';
import { Notice } from './notice.tsx';

interface ChainCheckProps {
  /** Reads the whole log, newest first. */
  readonly read: (signal: AbortSignal) => AsyncIterable<ChainedEntry>;
}

type Result =
  | { readonly kind: 'running'; readonly checked: number }
  | { readonly kind: 'intact'; readonly checked: number; readonly lastHash: string }
  | { readonly kind: 'broken'; readonly sequence: number }
  | { readonly kind: 'failed'; readonly error: unknown };

const SHOWN_EVERY = 100;

/** Checks the chain of hashes of a log in the browser, so that one need not trust the service. */
export function ChainCheck({ read }: ChainCheckProps): ReactNode {
  const [result, setResult] = useState<Result>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  // Browsers compute hashes only for pages that came by https, or from this machine.
  if (!isSecureContext) return <p className="muted">To check the chain of hashes here, open the console by https.</p>;
  const check = async (): Promise<void> => {
    if (result?.kind === 'running') return;
    const controller = new AbortController();
    running.current = controller;
    setResult({ kind: 'running', checked: 0 });
    try {
      const outcome = await checkAll(read(controller.signal), (checked) => setResult({ kind: 'running', checked }));
      if (!controller.signal.aborted) setResult(outcome);
    } catch (error) {
      if (!controller.signal.aborted) setResult({ kind: 'failed', error });
    }
  };
  return (
    <div className="stack">
      <div className="row">
        <Button onPress={() => void check()}>Check the chain</Button>
        <span role="status" className="muted">
          {result?.kind === 'running' && `${counted(result.checked, 'entry', 'entries')} checked …`}
        </span>
      </div>
      {result !== undefined && <Outcome result={result} />}
    </div>
  );
}

async function checkAll(entries: AsyncIterable<ChainedEntry>, show: (checked: number) => void): Promise<Result> {
  let newer: ChainedEntry | undefined;
  let checked = 0;
  let lastHash = '';
  for await (const entry of entries) {
    if (!(await isIntact(entry, newer))) return { kind: 'broken', sequence: entry.sequence };
    if (newer === undefined) lastHash = entry.hash;
    newer = entry;
    checked += 1;
    if (checked % SHOWN_EVERY === 0) show(checked);
  }
  // The oldest entry that the service returned has to be the first of all.
  if (newer !== undefined && newer.sequence !== 1) return { kind: 'broken', sequence: newer.sequence };
  return { kind: 'intact', checked, lastHash };
}

function Outcome({ result }: { readonly result: Result }): ReactNode {
  if (result.kind === 'running') return null;
  if (result.kind === 'failed') return <Notice tone="bad" title={errorText(result.error)} />;
  if (result.kind === 'broken')
    return (
      <Notice tone="bad" title={`The chain is broken at entry ${count(result.sequence)}`}>
        <p>This entry, or one beside it, was changed or removed. Ask the operator to run verify-audit.</p>
      </Notice>
    );
  return (
    <Notice tone="good" title={`The chain is intact: ${counted(result.checked, 'entry', 'entries')}`}>
      <p>
        Keep the last hash elsewhere to notice later if the end is removed: <code>{result.lastHash}</code>
      </p>
    </Notice>
  );
}
