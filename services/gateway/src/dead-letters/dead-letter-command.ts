import { parseArgs } from 'node:util';

export const USAGE = `Usage: npm run dead-letters                                     how many commands each queue of dead letters has
       npm run dead-letters -- list <command>                   the first thousand of a command
       npm run dead-letters -- show <command> <id>              one of them, with secrets masked
       npm run dead-letters -- replay <command> (<id>... | --all)   sends them to their service again
       npm run dead-letters -- discard <command> (<id>... | --all)  removes them for good; prints each first, with secrets masked

A command is one of those that the first form prints, such as ingest.storeEvents. --json prints JSON.
Uses AMQP_URL and AMQP_PREFIX (strata). Standalone keeps no dead letters: their senders got an error.`;

interface Selection {
  readonly command: string;
  /** Undefined for all. */
  readonly ids: readonly string[] | undefined;
}

export type DeadLetterCommand = { readonly asJson: boolean } & (
  | { readonly kind: 'help' }
  | { readonly kind: 'count' }
  | { readonly kind: 'list'; readonly command: string }
  | { readonly kind: 'show'; readonly command: string; readonly id: string }
  | ({ readonly kind: 'replay' | 'discard' } & Selection)
);

/** Parses the arguments of `npm run dead-letters`. Throws when they are invalid, with the reason. */
export function readDeadLetterCommand(argv: readonly string[]): DeadLetterCommand {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { all: { type: 'boolean' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  const [kind, command, ...ids] = positionals;
  const asJson = values.json === true;
  if (values.help === true) return { kind: 'help', asJson };
  if (values.all === true && kind !== 'replay' && kind !== 'discard')
    throw new Error('--all belongs to replay and discard');
  if (kind === undefined) return { kind: 'count', asJson };
  if (kind !== 'list' && kind !== 'show' && kind !== 'replay' && kind !== 'discard')
    throw new Error(`there is no action "${kind}": use list, show, replay or discard`);
  if (command === undefined) throw new Error(`${kind} needs a command, such as ingest.storeEvents`);
  if (kind === 'list') {
    if (ids.length > 0) throw new Error(`too many arguments: ${ids.join(' ')}`);
    return { kind, command, asJson };
  }
  if (kind === 'show') {
    const [id, ...more] = ids;
    if (id === undefined || more.length > 0) throw new Error('show needs one id');
    return { kind, command, id, asJson };
  }
  if (ids.length > 0 === (values.all === true)) throw new Error(`${kind} needs either ids or --all`);
  return { kind, command, asJson, ids: values.all === true ? undefined : ids };
}
