import { Strata } from '@strata/client/strata';
import { Command, CommanderError } from 'commander';
import type { Cli } from './cli.ts';
import { COMMANDS } from './commands.ts';
import { COMPLETE, completeWords } from './complete-words.ts';
import { findConnection, type Surroundings } from './config.ts';
import { EXIT } from './cli-error.ts';
import { describeFailure, NoKey } from './failures.ts';
import { findUnreachable } from './read-service.ts';
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
    if (named.includes(name)) program.addCommand(withSettings((await load()).define(cli).summary(summary), program));
    else program.command(name, { hidden: false }).summary(summary).description(summary);
  }
  if (args[0] === COMPLETE) return complete(program, args.slice(1), { cli, terminal });
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.ok;
      // Without a command, the help is what was asked for.
      const message = error.code === 'commander.help' ? 'Name a command: see --help' : error.message;
      if (isJson)
        terminal.note(JSON.stringify({ error: { code: 'usage', message: message.replace(/^error: /u, '') } }));
      return EXIT.usage;
    }
    const { url } = state.cli?.connection ?? { url: '' };
    // Whoever has no key yet, often has no service yet.
    const cause = error instanceof NoKey ? ((await findUnreachable(error.url)) ?? error) : error;
    return report(cause, { terminal, options: program.opts(), url });
  }
}

async function complete(
  program: Command,
  words: readonly string[],
  { cli, terminal }: { readonly cli: () => Cli; readonly terminal: Terminal },
): Promise<number> {
  const candidates = await completeWords(program, words, async (name) =>
    Object.hasOwn(COMMANDS, name) ? (await COMMANDS[name]?.load())?.define(cli) : undefined,
  );
  for (const { value, description } of candidates) terminal.print(`${value}\t${description.replaceAll(/\s+/gu, ' ')}`);
  return EXIT.ok;
}

/** The settings of the program hold for its commands, and for theirs. */
function withSettings(command: Command, parent: Command): Command {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) withSettings(child, parent);
  return command;
}

/** The words that may name the command: the first that is neither an option of the program nor the value of one, and after `help` the next. */
function commandIn(args: readonly string[]): readonly string[] {
  const words = args.filter((arg, index) => !arg.startsWith('-') && !WITH_VALUE.has(args[index - 1] ?? ''));
  return words[0] === 'help' ? words.slice(1, 2) : words.slice(0, 1);
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
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('See --help for the usage.')
    .exitOverride();
}

function createCli(options: GlobalOptions, terminal: Terminal, surroundings: Surroundings): Cli {
  const connection = findConnection(options, surroundings);
  let strata: Strata | undefined;
  return {
    terminal,
    surroundings,
    isJson: options.json === true,
    profile: options.profile ?? 'default',
    connection,
    get strata() {
      const { url, apiKey } = connection;
      if (apiKey === undefined) throw new NoKey(url);
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
