import { useEffect, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Tabs } from './tabs.tsx';
import { useToast } from './toasts.tsx';

const COPIED_MS = 2_000;

interface CodeProps {
  readonly code: string;
  /** What it is, for screen readers. */
  readonly label: string;
}

/** A text to copy. */
export function Code({ code, label }: CodeProps): ReactNode {
  const toast = useToast();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      toast({ text: 'The browser does not allow copying here: select the text, and copy it', tone: 'bad' });
    }
  };
  return (
    <div className="code">
      <pre tabIndex={0} aria-label={label} role="region">
        <code>{code}</code>
      </pre>
      <Button onPress={() => void copy()} aria-label={`Copy: ${label}`}>
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied'}
      </span>
    </div>
  );
}

interface CodeSnippetProps {
  readonly label: string;
  /** The same request in several languages. */
  readonly snippets: readonly { readonly language: string; readonly code: string }[];
}

/** The same in several languages, to copy. */
export function CodeSnippet({ label, snippets }: CodeSnippetProps): ReactNode {
  const [selected, select] = useState(snippets[0]?.language ?? '');
  return (
    <Tabs
      label={label}
      selected={selected}
      onSelect={select}
      tabs={snippets.map(({ language, code }) => ({
        id: language,
        title: language,
        content: <Code code={code} label={`${label}, ${language}`} />,
      }))}
    />
  );
}
