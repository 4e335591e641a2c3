import { Command } from 'commander';
import type { DefineCommand } from '../cli.ts';
import { CliError } from '../cli-error.ts';
import { checkAgents, checkSpool } from '../doctor/check-agents.ts';
import { checkKeyFiles } from '../doctor/check-key-files.ts';
import { checkService } from '../doctor/check-service.ts';
import type { Finding } from '../doctor/finding.ts';
import { VERSION } from '../version.ts';

const LABELS = { ok: 'ok  ', note: 'note', fail: 'FAIL' } as const;
/** The first version of Node that the program runs on. */
const MINIMUM_NODE = [20, 11] as const;

export const define: DefineCommand = (cli) =>
  new Command('doctor')
    .description(
      'Check what the other commands need, and say what to do about what is missing. A note is about something that you may want.',
    )
    .addHelpText('after', '\nExamples:\n  strata doctor\n  strata doctor --json')
    .action(async () => {
      const { terminal, isJson } = cli();
      const findings: Finding[] = [];
      const checks = [checkNode(), checkKeyFiles(cli()), checkService(cli()), checkSpool(cli()), checkAgents(cli())];
      for (const check of checks)
        for await (const finding of check) {
          findings.push(finding);
          const { state, check: about, says, next } = finding;
          if (isJson) continue;
          terminal.print(`${LABELS[state]}  ${terminal.title(about)}: ${says}`);
          if (next !== undefined) terminal.print(`      ${next}`);
        }
      if (isJson) terminal.json(findings);
      const failed = findings.filter(({ state }) => state === 'fail').length;
      if (failed > 0) throw new CliError(`${failed} of ${findings.length} checks failed`);
    });

function* checkNode(): Generator<Finding> {
  const { node } = process.versions;
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const [least, leastMinor] = MINIMUM_NODE;
  const check = 'Program';
  const says = `version ${VERSION}, on Node ${node}`;
  if (major > least || (major === least && minor >= leastMinor)) yield { check, state: 'ok', says };
  else yield { check, state: 'fail', says, next: `Install Node ${MINIMUM_NODE.join('.')} or later.` };
}
