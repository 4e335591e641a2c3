import { postgresConnection } from '@strata/platform/database/connection';
import { openSession, type DatabaseSession } from '@strata/testkit/database-session';
import { setReadOnly } from './set-read-only.ts';
import { NOTICED_WITHOUT, type Fault } from '../fault.ts';
import { MAX_CONNECTIONS } from '../servers/start-postgres.ts';

const readOnly: Fault = {
  name: 'database-read-only',
  title: 'PostgreSQL accepts no writes, as after a failover to a standby',
  seconds: [3, 8],
  isNoticed: NOTICED_WITHOUT.postgres,
  begin: async ({ postgres }) => {
    await setReadOnly(postgres.url, true);
    return () => setReadOnly(postgres.url, false);
  },
};

const full: Fault = {
  name: 'database-full',
  title: 'the disk of the tables is full',
  seconds: [4, 8],
  // The pages of some tables have room left: only those who need a further page cannot work.
  isNoticed: ({ database, workers }) => database.status === 'unhealthy' || workers.status === 'degraded',
  reasonToSkip: ({ postgres }) =>
    postgres.volume === undefined ? 'no volume could be mounted: it needs the rights of root' : undefined,
  begin: async ({ postgres }) => {
    await postgres.volume?.fill();
    return () => postgres.volume?.empty();
  },
};

const OTHERS = 'from pg_stat_activity where pid <> pg_backend_pid() and datname is not null';

/** Others take every connection, and those of the services are closed, so that they need new ones. */
const exhausted: Fault = {
  name: 'connections-exhausted',
  title: 'others use up all connections of PostgreSQL',
  seconds: [3, 8],
  isNoticed: NOTICED_WITHOUT.postgres,
  begin: async ({ postgres }) => {
    const taken: DatabaseSession[] = [];
    const takeAll = async (): Promise<void> => {
      while (taken.length < MAX_CONNECTIONS) {
        const session = await openSession(postgresConnection(postgres.url)).catch(() => undefined);
        if (session === undefined) return;
        taken.push(session);
      }
    };
    await takeAll();
    const [first] = taken;
    // The sessions of this process are kept, by the name of the program.
    await first?.query(`select pg_terminate_backend(pid) ${OTHERS} and application_name like 'strata%'`);
    await takeAll();
    return async () => {
      await Promise.all(taken.map((session) => session.close()));
    };
  },
};

export const DATABASE_FAULTS: readonly Fault[] = [readOnly, full, exhausted];
