import { Client } from 'pg';

/** A statement as it was sent, and under what: its role (`none`: the connection's own), search path and settings. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly role: string;
  readonly searchPath: string;
  /** Those of the settings asked for that have a value. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface StatementRecorder {
  readonly statements: readonly RecordedStatement[];
  stop(): void;
}

interface Sent {
  readonly text: string;
  readonly values?: readonly unknown[];
}
type Query = (this: Client, ...query: unknown[]) => unknown;
type Probe = (this: Client, query: object) => Promise<{ rows: [string, string, string[]][] }>;

/**
 * Writes down every statement that any `pg` client of this process sends. The server is asked just before each under
 * what it will run, so nothing depends on how a service sets it.
 */
export function recordStatements(settings: readonly string[]): StatementRecorder {
  const statements: RecordedStatement[] = [];
  const original = Reflect.get(Client.prototype, 'query') as Query & Probe;
  const probe = {
    text: `select current_setting('role'), current_setting('search_path'),
                  array(select coalesce(current_setting(name, true), '') from unnest($1::text[]) as name)`,
    values: [settings],
    rowMode: 'array',
  };
  const recording: Query = function (...query) {
    const sent = sentBy(query);
    // Nothing can be asked in a transaction that has failed; all that can still come of it is its end.
    const asking = original.call(this, probe).catch(() => undefined);
    const going = asking.then((answer) => {
      const [role, searchPath, values] = answer?.rows[0] ?? ['none', '', []];
      const set = settings.flatMap((name, at) => (values[at] ? [[name, values[at]]] : []));
      statements.push({ ...sent, role, searchPath, settings: Object.fromEntries(set) as Record<string, string> });
      return original.apply(this, query as [object]);
    });
    // A client that is given a callback answers by it alone.
    return typeof query.at(-1) === 'function' ? undefined : going;
  };
  Client.prototype.query = recording as never;
  return {
    statements,
    stop: () => {
      Client.prototype.query = original as never;
    },
  };
}

function sentBy([first, second]: readonly unknown[]): Required<Sent> {
  const { text, values } = typeof first === 'string' ? { text: first, values: undefined } : (first as Sent);
  return { text, values: values ?? (Array.isArray(second) ? (second as unknown[]) : []) };
}
