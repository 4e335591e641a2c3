import { given } from '@strata/client/given';
import type { Input } from '@strata/client/operation-types';
import { Strata } from '@strata/client/strata';
import { Command } from 'commander';
import { userToken } from '../ask-secret.ts';
import type { Cli, DefineCommand } from '../cli.ts';
import { several } from '../options.ts';

type Scopes = Input<'createApiKey'>['scopes'];

interface KeysOptions {
  readonly email?: string;
  readonly scope?: Scopes;
  readonly agent?: string;
}

const EMAIL = ['--email <address>', 'the account; its password is read from standard input, or asked for'] as const;

export const define: DefineCommand = (cli) =>
  new Command('keys')
    .description('Manage API keys. It needs the password of an account: a key cannot make keys.')
    .addHelpText(
      'after',
      '\nExamples:\n  strata keys list\n  strata keys create ci --scope read --scope write\n  strata keys revoke key_5f1b6c7d',
    )
    .addCommand(
      new Command('list')
        .description('List the keys of the tenant.')
        .option(...EMAIL)
        .addHelpText('after', '\nExample: strata keys list --email maya@example.com')
        .action(async ({ email }: KeysOptions) => {
          const { terminal, isJson } = cli();
          for await (const key of (await asUser(cli(), email)).api.listApiKeys()) {
            if (isJson) terminal.json(key);
            else terminal.print(`${terminal.faint(key.id)}  ${key.name}  ${key.scopes.join(', ')}  ${key.prefix}…`);
          }
        }),
    )
    .addCommand(
      new Command('create')
        .description('Make a key, and print it. It is shown only once.')
        .argument('<name>')
        .option('--scope <scope>', 'read, write or admin; can be repeated (default: read, write)', several)
        .option('--agent <id>', 'bind it to this agent')
        .option(...EMAIL)
        .addHelpText('after', '\nExample: strata keys create ci --scope read --scope write')
        .action(async (name: string, { email, scope = ['read', 'write'], agent }: KeysOptions) => {
          const { terminal, isJson } = cli();
          const created = await (
            await asUser(cli(), email)
          ).api.createApiKey({ name, scopes: [...scope], ...given({ agentId: agent }) });
          if (isJson) terminal.json(created);
          else terminal.print(created.key);
        }),
    )
    .addCommand(
      new Command('revoke')
        .description('End a key. It stops working within a second.')
        .argument('<id>')
        .option(...EMAIL)
        .addHelpText('after', '\nExample: strata keys revoke key_5f1b6c7d')
        .action(async (id: string, { email }: KeysOptions) => {
          const { terminal, isJson } = cli();
          const revoked = await (await asUser(cli(), email)).api.revokeApiKey({ id });
          if (isJson) terminal.json(revoked);
          else terminal.print(`${id} is revoked`);
        }),
    );

const asUser = async (cli: Cli, email: string | undefined): Promise<Strata> =>
  new Strata({ baseUrl: cli.connection.url, apiKey: await userToken(cli, email) });
