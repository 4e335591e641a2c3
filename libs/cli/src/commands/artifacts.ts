import { given } from '@strata/client/given';
import { describeArtifact } from '@strata/mcp/tools/describe-artifact';
import { Command, Option } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { wholeNumber } from '../options.ts';
import type { Input } from '@strata/client/operation-types';

interface ArtifactsOptions {
  readonly type?: NonNullable<Input<'listArtifacts'>['type']>;
  readonly limit: number;
}

const TYPES = [
  'task_schema',
  'failure_playbook',
  'causal_pattern',
  'decision_policy',
] as const satisfies Input<'listArtifacts'>['type'][];
const PAGE = 100;

export const define: DefineCommand = (cli) =>
  new Command('artifacts')
    .description(
      'List what was learned: task schemas, failure playbooks, causal patterns and decision policies. With an id, show one.',
    )
    .argument('[id]')
    .addOption(new Option('--type <type>', 'only this type').choices(TYPES))
    .option('--limit <number>', 'at most so many', wholeNumber, 20)
    .addHelpText('after', '\nExample: strata artifacts --type failure_playbook')
    .action(async (id: string | undefined, { type, limit }: ArtifactsOptions) => {
      const { strata, terminal, isJson } = cli();
      if (id !== undefined) {
        const artifact = await strata.api.getArtifact({ id });
        if (isJson) terminal.json(artifact);
        else terminal.print(describeArtifact(artifact));
        return;
      }
      let count = 0;
      for await (const artifact of strata.api.listArtifacts({ ...given({ type }), limit: Math.min(limit, PAGE) })) {
        if (isJson) terminal.json(artifact);
        else terminal.print(`${terminal.faint(artifact.id)}  ${artifact.type.replaceAll('_', ' ')}: ${artifact.title}`);
        count += 1;
        if (count === limit) break;
      }
      if (count === 0 && !isJson) terminal.note('Nothing was learned yet.');
    });
