import { Strata } from '@strata/client/strata';
import { Command } from 'commander';
import { hostname } from 'node:os';
import { askSecret, userToken } from '../ask-secret.ts';
import type { Cli, DefineCommand } from '../cli.ts';
import { readLocalAccount } from '../config.ts';
import { keepProfile } from '../profiles.ts';

interface LoginOptions {
  readonly email?: string;
  readonly withKey?: true;
}

const NAME_LENGTH = 80;

export const define: DefineCommand = (cli) =>
  new Command('login')
    .description(
      'Sign in, and keep an API key in a file that only you can read. Without options: the account of the service that runs in this folder, else an e-mail address and a password.',
    )
    .option('--email <address>', 'the account; its password is read from standard input, or asked for')
    .option('--with-key', 'read an API key from standard input')
    .addHelpText(
      'after',
      '\nExamples:\n  strata login\n  strata login --url https://strata.example.com --email maya@example.com\n  strata login --with-key < key.txt',
    )
    .action(async ({ email, withKey }: LoginOptions) => {
      const apiKey = withKey === true ? await checkedKey(cli()) : await newKey(cli(), email);
      const { connection, terminal, surroundings, profile, isJson } = cli();
      const file = await keepProfile(surroundings, profile, { url: connection.url, apiKey });
      if (isJson) terminal.json({ profile, url: connection.url, file });
      else terminal.print(`Signed in to ${connection.url}. The key is kept in ${file}`);
    });

/** A key that the service knows. */
async function checkedKey(cli: Cli): Promise<string> {
  const apiKey = await askSecret(cli, 'API key');
  await new Strata({ baseUrl: cli.connection.url, apiKey }).api.getUsageMetrics();
  return apiKey;
}

async function newKey(cli: Cli, email: string | undefined): Promise<string> {
  const local = readLocalAccount(cli.surroundings);
  // The first start of a service made a key already.
  if (email === undefined && local?.url === cli.connection.url) return local.apiKey;
  const owner = new Strata({ baseUrl: cli.connection.url, apiKey: await userToken(cli, email) });
  const name = `strata on ${hostname()}`.slice(0, NAME_LENGTH);
  return (await owner.api.createApiKey({ name, scopes: ['read', 'write', 'admin'] })).key;
}
