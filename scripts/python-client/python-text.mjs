const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
const WIDTH = 116;

export const HEADER = '# Written by `npm run python-client` from docs/openapi.json. Do not edit.\n';

export const isName = (text) => /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text);

/** `userId` as an argument: `user_id`; a keyword gets an underscore. */
export function argumentName(name) {
  const snake = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** `errorDetails` and `principal.id` as parts of a type's name: `ErrorDetails`, `PrincipalId`. */
export const pascal = (text) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** A literal of Python for a text, a number, true, false or null. */
export function literal(value) {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

export const tupleOf = (values) =>
  values.length === 1 ? `(${literal(values[0])},)` : `(${values.map(literal).join(', ')})`;

const indented = (lines, indent) => lines.map((line) => (line === '' ? '' : `${indent}${line}`));

/** Lines of at most 116 characters with the indent. */
export function wrap(text, indent, prefix = '') {
  const lines = text.split('\n').flatMap((paragraph) => {
    const wrapped = [''];
    for (const word of paragraph.split(' ')) {
      const line = wrapped.at(-1);
      if (line !== '' && indent.length + prefix.length + line.length + 1 + word.length > WIDTH) wrapped.push(word);
      else wrapped[wrapped.length - 1] = line === '' ? word : `${line} ${word}`;
    }
    return wrapped;
  });
  return indented(
    lines.map((line) => `${prefix}${line}`.trimEnd()),
    indent,
  );
}

/** The lines of a docstring. */
export function docstring(text, indent) {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').trim();
  const lines = wrap(safe, indent);
  if (lines.length === 1 && lines[0].length < WIDTH - 6) return [`${indent}"""${lines[0].trim()}"""`];
  return [`${indent}"""${lines[0].trim()}`, ...lines.slice(1), `${indent}"""`];
}
