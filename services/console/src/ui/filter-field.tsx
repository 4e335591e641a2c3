import { useEffect, useState, type ReactNode } from 'react';
import { TextField } from './text-field.tsx';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 400;

/** A filter that is a whole name. It applies when the user pauses, so that no request is sent for half a word. */
export function FilterField({ label, value = '', onChange }: FilterFieldProps): ReactNode {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  if (value !== applied) {
    setApplied(value);
    setText(value);
  }
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return <TextField label={label} placeholder="Exact name" value={text} onChange={setText} />;
}
