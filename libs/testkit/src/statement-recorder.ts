import { Client } from 'pg';

/** A statement as it was sent, with its role (`none`: the connection's own), search path and settings. */
export interface RecordedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly role: string;
  readonly searchPath: string;
  /** The requested settings that have a value. */
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
 * Records every statement that any `pg` client of this process sends. Just before each statement it queries the server for
 * role, search path and settings, so it does not matter how a service sets them.
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
  /** Settled when the last statement of a client was sent: the next probe comes after it, also in pipeline mode. */
  const lastSent = new WeakMap<Client, Promise<unknown>>();
  const recording: Query = function (...query) {
    const sent = sentBy(query);
    const before = lastSent.get(this) ?? Promise.resolve();
    // A failed transaction takes no query; only its ROLLBACK can still follow.
    const probing = before.then(() => original.call(this, probe)).catch(() => undefined);
    const sending = probing.then((probed) => {
      const [role, searchPath, values] = probed?.rows[0] ?? ['none', '', []];
      const set = settings.flatMap((name, at) => (values[at] ? [[name, values[at]]] : []));
      statements.push({ ...sent, role, searchPath, settings: Object.fromEntries(set) as Record<string, string> });
      return { response: original.apply(this, query as [object]) };
    });
    lastSent.set(this, sending);
    const result = sending.then(({ response }) => response);
    // A query with a callback returns no promise.
    return typeof query.at(-1) === 'function' ? undefined : result;
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
