const OPEN = '<recalled-memory>';
const CLOSE = '</recalled-memory>';

/** A text without what was recalled for it: nothing is learned from that. A tag without the other one stays. */
export function withoutRecalled(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf(OPEN, from);
    const end = start < 0 ? -1 : text.indexOf(CLOSE, start);
    if (end < 0) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + CLOSE.length;
    while (/\s/u.test(text.charAt(from))) from += 1;
  }
}
