import { endsByItself, type Fault } from '../fault.ts';

/** Each server closes its connections in its own way, which says more than a cut does. */
const closed: Fault = {
  name: 'connections-closed',
  title: 'PostgreSQL, RabbitMQ and Redis close all connections',
  seconds: [0.5, 2],
  begin: async ({ withSession, rabbitmq, redis }) => {
    await Promise.all([
      withSession(({ query }) =>
        query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
        ),
      ),
      rabbitmq.control('close_all_connections', 'fault'),
      redis.command('CLIENT', 'KILL', 'TYPE', 'normal'),
    ]);
    return endsByItself;
  },
};

export const CONNECTION_FAULTS: readonly Fault[] = [closed];
