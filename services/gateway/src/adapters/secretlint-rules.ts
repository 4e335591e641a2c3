import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Detector, Hint, RuleDescription, Span } from '../scrubbing/detector.ts';
import type { RuleCatalog } from '../scrubbing/rule-catalog.ts';

/** What is used of the interface of secretlint's rules. */
interface PresetRule {
  readonly meta: { readonly id: string };
  create(context: PresetContext, options: object): { file(source: object): unknown };
}
interface PresetContext {
  readonly sharedOptions: object;
  createTranslator(): (messageId: string) => object;
  report(finding: {
    readonly message: { readonly messageId: string };
    readonly range: readonly [number, number];
  }): void;
  ignore(): void;
}
const PRESET = rules as readonly unknown[] as readonly PresetRule[];

/** A rule of the preset that is used; `hint` is read from its patterns. */
interface UsedRule extends RuleDescription, Pick<Detector, 'hint'> {
  readonly name: string;
  readonly options: object;
}

const used = (
  { id, name = id, options = {} }: { readonly id: string; readonly name?: string; readonly options?: object },
  description: string,
  hint: Hint,
): UsedRule => ({ id, name, options, description, hint });

const byRun = (...anyOf: string[]): Hint => ({ anyOf, isByRun: true });

const USED: readonly UsedRule[] = [
  used({ id: 'aws', options: { enableIDScanRule: true } }, 'Access keys of AWS', {
    anyOf: ['A3T', 'A[KGIRN][IPDOV]A', 'ASIA'],
    and: '(?:A3T|A[KGIRN][IPDOV]A|ASIA)[A-Z0-9]{16}',
  }),
  used({ id: 'npm' }, 'Tokens of npm', byRun('npm_')),
  used({ id: 'slack' }, 'Tokens and webhooks of Slack', { anyOf: ['xox[bpaor]-', 'xapp-', 'hooks\\.slack'] }),
  used({ id: 'sendgrid' }, 'Keys of SendGrid', { anyOf: ['SG\\.\\w+\\.\\w'] }),
  used({ id: 'shopify' }, 'Tokens of Shopify', byRun('shp(?:pa|ca|at|ss)_')),
  used({ id: 'github' }, 'Tokens of GitHub', byRun('gh[pousr]_|github_pat_')),
  used({ id: 'openai' }, 'Keys of OpenAI', byRun('T3BlbkFJ')),
  used({ id: 'anthropic' }, 'Keys of Anthropic', byRun('sk-ant-')),
  used({ id: 'linear' }, 'Keys of Linear', byRun('lin_api_')),
  used({ id: 'onepassword', name: '1password' }, 'Service account tokens of 1Password', { anyOf: ['ops_ey'] }),
];

/**
 * Twelve digits behind `account_id` are no secret, nor always of AWS. Of a secret access key the range that is reported
 * begins at its name and is too short for it, so a rule of our own finds those.
 */
const LEFT_OUT = new Set(['AWSAccountID', 'AWSSecretAccessKey']);
const FILE = { filePath: 'event.txt', ext: '.txt', contentType: 'text' };

/**
 * Rules of secretlint's recommended preset, called one by one: its engine costs many times as much, and takes minutes for
 * a text that is full of findings. Left out are `filter-comments`, by which a text could have itself let off, and those
 * that rules of our own replace: private keys, GCP's key files, passwords in addresses.
 */
export const secretlintRules = (): RuleCatalog => ({
  rules: USED.map(({ id, description }) => ({ id, description })),
  detectors: USED.map(detectorOf),
});

function detectorOf({ id, name, hint, options }: UsedRule): Detector {
  const creator = PRESET.find(({ meta }) => meta.id === `@secretlint/secretlint-rule-${name}`);
  if (creator === undefined) throw new Error(`The preset has no rule ${name}`);
  let found: Span[] = [];
  const handler = creator.create(
    {
      sharedOptions: {},
      createTranslator: () => (messageId) => ({ messageId }),
      report: ({ message, range: [start, end] }) => {
        if (!LEFT_OUT.has(message.messageId)) found.push({ start, end });
      },
      ignore: () => undefined,
    },
    options,
  );
  return {
    ruleId: id,
    hint,
    find: (content) => {
      found = [];
      handler.file({ ...FILE, content });
      return found;
    },
  };
}
