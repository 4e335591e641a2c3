import { Strata } from '@strata/client/strata';
import { Command, CommanderError } from 'commander';
import type { Cli } from './cli.ts';
import { COMMANDS } from './commands.ts';
import { findConnection, type Surroundings } from './config.ts';
import { CliError, describeFailure, EXIT } from './failures.ts';
import type { Terminal } from './terminal.ts';
import { VERSION } from './version.ts';

interface GlobalOptions {
  readonly url?: string;
  readonly profile?: string;
  readonly json?: true;
  readonly debug?: true;
}

/** The options of the program that have a value. */
const WITH_VALUE = new Set(['--url', '--profile']);

/** Runs one command, prints what came of it, and returns the exit code. */
export async function runCli(
  args: readonly string[],
  { terminal, ...surroundings }: Surroundings & { readonly terminal: Terminal },
): Promise<number> {
  const isJson = args.includes('--json');
  const program = createProgram(terminal, isJson);
  const state: { cli?: Cli } = {};
  const cli = (): Cli => (state.cli ??= createCli(program.opts(), terminal, surroundings));
  const named = commandIn(args);
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    if (name === named) program.addCommand(withSettings((await load()).define(cli).summary(summary), program));
    else program.command(name, { hidden: false }).summary(summary).description(summary);
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok;
      if (isJson) terminal.note(JSON.stringify({ error: { code: 'usage', message: error.message } }));
      return EXIT.usage;
    }
    return report(error, { terminal, options: program.opts(), url: state.cli?.connection.url ?? '' });
  }
}

/** The settings of the program hold for its commands, and for theirs. */
function withSettings(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) withSettings(child, parent);
  return command;
}

/** The word that names the command: the first that is neither an option of the program nor the value of one. */
function commandIn(args: readonly string[]): string | undefined {
  return args.find((arg, index) => !arg.startsWith('-') && !WITH_VALUE.has(args[index - 1] ?? ''));
}

/** `isJson`: mistakes in the arguments are reported as JSON, by the caller. */
function createProgram(terminal: Terminal, isJson: boolean): Command {
  return new Command('strata')
    .description('Agent memory that compiles. Every command has --help with an example.')
    .version(VERSION)
    .option('--url <url>', 'the service (default: STRATA_URL, the profile, or the service that runs here)')
    .option('--profile <name>', 'the kept sign-in to use (default: "default")')
    .option('--json', 'print JSON')
    .option('--debug', 'print where an error comes from')
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => (isJson ? undefined : terminal.note(text.trimEnd())),
    })
    .showHelpAfterError('See --help for the usage.')
    .exitOverride();
}

function createCli(options: GlobalOptions, terminal: Terminal, surroundings: Surroundings): Cli {
  const connection = findConnection(options, surroundings);
  let strata: Strata | undefined;
  return {
    terminal,
    surroundings,
    commands: COMMANDS,
    isJson: options.json === true,
    profile: options.profile ?? 'default',
    connection,
    get strata() {
      const { url, apiKey } = connection;
      if (apiKey === undefined)
        throw new CliError(`There is no API key for ${new URL(url).origin}. Sign in with "strata login".`, EXIT.denied);
      return (strata ??= new Strata({ baseUrl: url, apiKey }));
    },
  };
}

function report(
  error: unknown,
  { terminal, options, url }: { terminal: Terminal; options: GlobalOptions; url: string },
): number {
  const { exitCode, ...failure } = describeFailure(error, url);
  if (options.json === true) terminal.note(JSON.stringify({ error: failure }));
  else {
    terminal.note(`strata: ${failure.message}`);
    if (failure.hint !== undefined) terminal.note(failure.hint);
  }
  if (options.debug === true && error instanceof Error) terminal.note(error.stack ?? '');
  return exitCode;
}
