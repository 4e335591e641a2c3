import { Fragment, type ReactNode } from 'react';

/** A text in which what is looked for is marked, in capital letters or not. */
export function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }): ReactNode {
  if (wanted === '') return text;
  const parts = text.split(new RegExp(`(${wanted.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')})`, 'giu'));
  return parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : <Fragment key={at}>{part}</Fragment>));
}
