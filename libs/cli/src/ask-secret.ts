import type { Cli } from './cli.ts';
import { readLocalAccount } from './config.ts';
import { CliError, EXIT } from './cli-error.ts';

/** A secret from standard input, or, at a terminal, from a prompt that shows nothing. Never from an argument, which others can see. */
export async function askSecret({ terminal }: Cli, message: string): Promise<string> {
  if (!terminal.isInteractive) return (await terminal.readInput()).trim();
  const { default: password } = await import('@inquirer/password');
  return password({ message }, { output: process.stderr });
}

/** A user's token: of the given account, or of the first account of a service that runs here. */
export async function userToken(cli: Cli, email: string | undefined): Promise<string> {
  const { Strata } = await import('@strata/client/strata');
  const local = readLocalAccount(cli.surroundings);
  const isLocal = email === undefined && local?.email !== undefined && local.password !== undefined;
  const account = isLocal ? { email: local.email, password: local.password } : await askAccount(cli, email);
  const { token } = await new Strata({ baseUrl: isLocal ? local.url : cli.connection.url }).api.logIn(account);
  return token;
}

async function askAccount(cli: Cli, given: string | undefined): Promise<{ email: string; password: string }> {
  if (given !== undefined) return { email: given, password: await askSecret(cli, `Password of ${given}`) };
  if (!cli.terminal.isInteractive)
    throw new CliError('Name an account with --email, and give its password on standard input', EXIT.usage);
  const { default: input } = await import('@inquirer/input');
  const email = await input({ message: 'E-mail' }, { output: process.stderr });
  return { email, password: await askSecret(cli, 'Password') };
}
