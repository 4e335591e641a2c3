import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Detector, RuleDescription, Span } from '../scrubbing/detector.ts';
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

/** A rule of the preset that is used, and what every text has in which it finds something (read from its patterns). */
interface UsedRule extends RuleDescription {
  readonly name: string;
  readonly hint: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

const used = (name: string, description: string, hint: string, more: Partial<UsedRule> = {}): UsedRule => ({
  ...{ id: name, name, description, hint },
  ...more,
});

const USED: readonly UsedRule[] = [
  used('aws', 'Access keys of AWS', 'AKIA|A3T|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA|secret_?access_?key', {
    options: { enableIDScanRule: true },
  }),
  used('npm', 'Tokens of npm', 'npm_'),
  used('slack', 'Tokens and webhooks of Slack', 'xox[bpaor]-|xapp-|hooks\\.slack\\.com'),
  used('sendgrid', 'Keys of SendGrid', 'SG\\.'),
  used('shopify', 'Tokens of Shopify', 'shp(?:pa|ca|at|ss)_'),
  used('github', 'Tokens of GitHub', 'gh[pousr]_|github_pat_'),
  used('openai', 'Keys of OpenAI', 'T3BlbkFJ'),
  used('anthropic', 'Keys of Anthropic', 'sk-ant-'),
  used('linear', 'Keys of Linear', 'lin_api_'),
  used('onepassword', 'Service account tokens of 1Password', 'ops_ey', { name: '1password' }),
];

/** Not a secret, and twelve digits behind `account_id` are not even always one of AWS. */
const NOT_SECRET = 'AWSAccountID';
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

function detectorOf({ id, name, hint, options = {} }: UsedRule): Detector {
  const creator = PRESET.find(({ meta }) => meta.id === `@secretlint/secretlint-rule-${name}`);
  if (creator === undefined) throw new Error(`The preset has no rule ${name}`);
  let found: Span[] = [];
  const handler = creator.create(
    {
      sharedOptions: {},
      createTranslator: () => (messageId) => ({ messageId }),
      report: ({ message, range: [start, end] }) => {
        if (message.messageId !== NOT_SECRET) found.push({ start, end });
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
