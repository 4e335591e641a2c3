import type { Database } from '../database/database.ts';
import type { Check, Difference } from './check.ts';
import { pagesOf } from './key-pages.ts';

export interface OutboxCheckParts {
  /** Such as `ingest`. */
  readonly service: string;
  readonly database: Pick<Database, 'asRole'>;
  /** A role that may read the table `command_outbox` of every tenant. */
  readonly relayRole: string;
}

interface Row {
  readonly id: string;
  readonly tenantId: string;
  readonly environment: string;
  readonly command: string;
}

const PAGE = 1000;
const COLUMNS = 'seq::text as id, tenant_id as "tenantId", environment, command';
const NEXT = `
  select ${COLUMNS} from command_outbox where seq > $1::bigint and ($2::text is null or tenant_id = $2) order by seq limit ${String(PAGE)}`;
const FIND = `select ${COLUMNS} from command_outbox where seq::text = any($1::text[])`;

/** The commands in a service's outbox that its relay, which tries every second, does not get rid of. */
export const outboxCheck = ({ service, database, relayRole }: OutboxCheckParts): Check => ({
  name: `${service}-outbox`,
  compares: `The outbox of ${service} with time: its commands are sent within seconds`,
  advice: `They are sent once ${service}, the broker and their receiver work; see the log of ${service} ("Repeated work failed").`,
  async *find({ tenantId }) {
    const pages = pagesOf<Row>(PAGE, (last) =>
      database.asRole(relayRole, (tx) => tx.query<Row>(NEXT, [last?.id ?? '0', tenantId ?? null])),
    );
    for await (const page of pages) yield* page.map(toDifference);
  },
  confirm: async (found) => {
    const ids = found.map(({ id }) => id);
    return (await database.asRole(relayRole, (tx) => tx.query<Row>(FIND, [ids]))).map(toDifference);
  },
});

const toDifference = ({ command, ...key }: Row): Difference => ({
  ...key,
  message: `the command ${command} waits to be sent`,
});
