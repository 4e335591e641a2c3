import { eventually } from '@strata/testkit/eventually';
import { freePort } from '@strata/testkit/free-port';
import { connect as connectBroker } from 'amqplib';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Programs } from './find-programs.ts';
import { OwnServer } from './own-server.ts';

export interface OwnRabbitmq {
  readonly server: OwnServer;
  /** Where the node finds its name; a server of its own, so that nothing is left of it. */
  readonly names: OwnServer;
  readonly url: string;
  /** Runs `rabbitmqctl` with these arguments on this node, and returns its output. */
  readonly control: (...args: string[]) => Promise<string>;
}

/** Starts a RabbitMQ with its data in `folder`: a node with a name and ports of its own, which knows no other node. */
export async function startRabbitmq(programs: Programs, folder: string, logs: string): Promise<OwnRabbitmq> {
  const data = join(folder, 'rabbitmq');
  await mkdir(data, { mode: 0o700 });
  const [port, distribution, namesPort] = [await freePort(), await freePort(), await freePort()];
  const config = join(data, 'rabbitmq.conf');
  await writeFile(config, `listeners.tcp.local = 127.0.0.1:${String(port)}\n`);
  await writeFile(join(data, 'enabled_plugins'), '[].\n');
  await writeFile(join(data, 'environment'), '');
  const env = {
    HOME: data,
    RABBITMQ_NODENAME: `strata-faults-${String(port)}@localhost`,
    RABBITMQ_DIST_PORT: String(distribution),
    RABBITMQ_MNESIA_BASE: join(data, 'data'),
    RABBITMQ_LOG_BASE: join(data, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_CONFIG_FILE: config,
    RABBITMQ_CONF_ENV_FILE: join(data, 'environment'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(data, 'enabled_plugins'),
    ERL_EPMD_PORT: String(namesPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_FLAGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    // Has the script replace itself with the server, so that a signal reaches the server.
    NOTIFY_SOCKET: join(data, 'nobody-listens'),
  };
  const common = { env, setpriv: programs.setpriv, stopSignal: 'SIGTERM' } as const;
  const names = await OwnServer.start({
    ...common,
    name: 'epmd',
    command: programs.epmd,
    args: ['-port', String(namesPort), '-address', '127.0.0.1'],
    logFile: join(logs, 'epmd.log'),
    isReady: () => isOpen(namesPort),
  });
  const url = `amqp://guest:guest@127.0.0.1:${String(port)}`;
  const server = await OwnServer.start({
    ...common,
    name: 'RabbitMQ',
    command: programs.rabbitmqServer,
    args: [],
    logFile: join(logs, 'rabbitmq.log'),
    isReady: async () => {
      await (await connectBroker(url)).close();
      return true;
    },
  });
  const control = async (...args: string[]): Promise<string> =>
    (
      await promisify(execFile)(programs.rabbitmqctl, ['--quiet', ...args], {
        env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', ...env },
      })
    ).stdout;
  return { server, names, url, control };
}

const isOpen = (port: number): Promise<boolean> =>
  eventually(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1');
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      }),
  );
