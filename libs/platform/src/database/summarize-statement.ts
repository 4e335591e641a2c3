/** What a span says of an SQL statement: its command, and the table that it is about. Never a value or a literal. */
export interface StatementSummary {
  /** In upper case, such as `SELECT`. */
  readonly operation: string;
  /** Undefined without one, or if it is no plain name. */
  readonly collection: string | undefined;
}

const NOISE = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g;
const TOKEN = /[()]|(?:[a-z_][\w$]*|"[^"]*")(?:\.(?:[a-z_][\w$]*|"[^"]*"))*/gi;
/** The commands that may follow the queries of a WITH. */
const MAIN = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const BEFORE_TABLE: Readonly<Record<string, string | undefined>> = {
  SELECT: 'FROM',
  INSERT: 'INTO',
  UPDATE: 'UPDATE',
  DELETE: 'FROM',
  MERGE: 'INTO',
};
const NAME = /^(?:[a-z_][\w$]*|"\w+")(?:\.(?:[a-z_][\w$]*|"\w+"))*$/i;

/**
 * Reads the words outside of brackets. Of a WITH it is the command that follows its queries, or if that only selects, the first
 * one in them that changes something.
 */
export function summarizeStatement(sql: string): StatementSummary {
  const tokens = [...sql.replace(NOISE, ' ').matchAll(TOKEN)].map(([token]) => token);
  const outer = outerWords(tokens);
  const isWith = outer[0]?.toUpperCase() === 'WITH';
  const start = isWith ? outer.findIndex((word) => MAIN.has(word.toUpperCase())) : 0;
  const main = summaryFrom(outer.slice(Math.max(start, 0)));
  return (isWith && main.operation === 'SELECT' ? changeIn(tokens) : undefined) ?? main;
}

/** In `for update` and `do update` nothing is updated by itself. */
const NO_COMMAND_AFTER = new Set(['FOR', 'DO', 'KEY']);

function changeIn(tokens: readonly string[]): StatementSummary | undefined {
  const at = tokens.findIndex(
    (token, index) =>
      token.toUpperCase() !== 'SELECT' &&
      MAIN.has(token.toUpperCase()) &&
      !NO_COMMAND_AFTER.has(tokens[index - 1]?.toUpperCase() ?? ''),
  );
  return at === -1 ? undefined : summaryFrom(tokens.slice(at));
}

function summaryFrom(words: readonly string[]): StatementSummary {
  const operation = (words[0] ?? '').toUpperCase();
  const keyword = BEFORE_TABLE[operation];
  const at = keyword === undefined ? -1 : words.findIndex((word) => word.toUpperCase() === keyword);
  const name = at === -1 ? undefined : words[at + 1];
  if (name === undefined || !NAME.test(name)) return { operation, collection: undefined };
  // A function in the place of a table has brackets after its name, and so have the columns of an INSERT.
  const isFunction = operation !== 'INSERT' && words[at + 2] === BRACKETS;
  return { operation, collection: isFunction ? undefined : name.replaceAll('"', '') };
}

const BRACKETS = '()';

/** The words at the outer level, with each pair of brackets as one. */
function outerWords(tokens: readonly string[]): string[] {
  const words: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token === '(') {
      if (depth === 0) words.push(BRACKETS);
      depth += 1;
    } else if (token === ')') depth -= 1;
    else if (depth === 0) words.push(token);
  }
  return words;
}
