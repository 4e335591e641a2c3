import type { Detector, RuleDescription } from './detector.ts';
import { detectorOf, type TokenFormat } from './token-detector.ts';

/** These have a run of at least 16 letters, digits, `_` or `-` around or after their characteristic part (`prefilter.ts`). */
const IN_LONG_RUNS: readonly TokenFormat[] = [
  {
    id: 'aws',
    description: 'Access keys of AWS',
    forms: [['A(?:3T[0-9A-Z]|KIA|SIA|GPA|IDA|ROA|IPA|NPA|NVA)', '[0-9A-Z]{16}(?![0-9A-Z])']],
  },
  { id: 'npm', description: 'Tokens of npm', forms: [['npm_', String.raw`\w{36}`]] },
  {
    id: 'slack',
    description: 'Tokens and webhooks of Slack',
    forms: [
      [String.raw`xox[a-z](?:\.xox[a-z])?-`, String.raw`[\w-]{16,}`],
      ['xapp-', String.raw`[\w-]{16,}`],
      [String.raw`hooks\.slack\.com`, String.raw`\\*/services\\*/T\w{1,14}\\*/B\w{1,14}\\*/\w{16,}`],
    ],
  },
  {
    id: 'sendgrid',
    description: 'Keys of SendGrid',
    forms: [[String.raw`SG\.`, String.raw`[\w-]{16,32}\.[\w-]{16,}`]],
  },
  { id: 'shopify', description: 'Tokens of Shopify', forms: [['shp(?:pa|ca|at|ss)_', '[0-9A-Za-z]{32,}']] },
  {
    id: 'github',
    description: 'Tokens of GitHub',
    forms: [
      ['gh[pousr]_', '[0-9A-Za-z]{36,}'],
      ['github_pat_', String.raw`\w{60,}`],
    ],
  },
  {
    id: 'openai',
    description: 'Keys of OpenAI',
    forms: [['T3BlbkFJ', String.raw`[\w-]{20,}`, String.raw`sk-(?:[a-z]{1,8}-)?[\w-]{20,74}`]],
  },
  { id: 'anthropic', description: 'Keys of Anthropic', forms: [['sk-ant-', String.raw`[a-z]{3,8}\d\d-[\w-]{60,}`]] },
  { id: 'linear', description: 'Keys of Linear', forms: [['lin_api_', String.raw`\w{32,}`]] },
  {
    id: 'gitlab',
    description: 'Tokens of GitLab',
    forms: [['gl(?:pat|dt|rt|ptt|cbt|soat|ft|imt|agent|oas)-', String.raw`[\w-]{16,}`]],
  },
  {
    id: 'bitbucket',
    description: 'App passwords and tokens of Bitbucket',
    forms: [['AT(?:BB|CTT3)', String.raw`[\w-]{24,}(?:=[\w-]*)?`]],
  },
  { id: 'atlassian', description: 'API tokens of Atlassian', forms: [['ATATT3', String.raw`[\w-]{24,}(?:=[\w-]*)?`]] },
  {
    id: 'discord',
    description: 'Bot tokens and webhooks of Discord',
    forms: [
      [String.raw`webhooks\\*/\d{17,20}\\*/`, String.raw`[\w-]{60,}`],
      [String.raw`\.[\w-]{6}\.`, String.raw`[\w-]{27,40}(?![\w-])`, String.raw`[MNO][\w-]{23,27}`],
    ],
  },
  {
    id: 'telegram',
    description: 'Bot tokens of Telegram',
    forms: [[':AA', String.raw`[\w-]{32,}`, String.raw`\d{8,10}`]],
  },
  {
    id: 'stripe',
    description: 'Secret keys of Stripe, and its webhook secrets',
    forms: [
      ['[sr]k_(?:live|test|prod)_', String.raw`\w{16,}`],
      ['whsec_', String.raw`\w{16,}`],
    ],
  },
  {
    id: 'square',
    description: 'Tokens of Square',
    forms: [
      ['sq0[a-z]{3}-', String.raw`[\w-]{22,}`],
      ['EAAA', String.raw`[\w-]{56,}`],
    ],
  },
  {
    id: 'google',
    description: 'API keys and OAuth secrets of Google',
    forms: [
      ['AIza', String.raw`[\w-]{35,}`],
      ['GOCSPX-', String.raw`[\w-]{24,}`],
      [String.raw`ya29\.`, String.raw`[\w-]{20,}`],
    ],
  },
  {
    id: 'facebook',
    description: 'Access tokens of Facebook',
    forms: [['EAA[B-Z]', '[0-9A-Za-z]{60,}']],
  },
  {
    id: 'wallet',
    description: 'Extended private keys of wallets (BIP 32)',
    forms: [['[xyztuv]prv', '[1-9A-HJ-NP-Za-km-z]{100,112}']],
  },
  {
    id: 'laravel',
    description: 'Keys of Laravel applications',
    forms: [['base64:', '(?:[0-9A-Za-z+/]{43}=|[0-9A-Za-z+/]{22}==)(?![0-9A-Za-z+/=])']],
  },
  { id: 'digitalocean', description: 'Tokens of DigitalOcean', forms: [['do[opr]_v1_', '[0-9a-f]{64}']] },
  {
    id: 'twilio',
    description: 'API keys of Twilio, and tokens beside an account',
    forms: [
      ['SK[0-9a-f]{32}', String.raw`(?!\w)`],
      ['AC[0-9a-f]{32}', String.raw`[\\"':, ]{1,8}(?<secret>[0-9a-f]{32})(?!\w)`],
    ],
  },
  { id: 'vercel', description: 'Tokens of Vercel', forms: [['vc[pikar]_', '[0-9A-Za-z]{24,}']] },
  {
    id: 'cloudflare',
    description: 'Tokens and origin keys of Cloudflare',
    forms: [
      ['cf(?:k|ut|at)_', '[0-9A-Za-z]{40,}'],
      [String.raw`v1\.0-`, '[0-9a-f]{24}-[0-9a-f]{146}'],
    ],
  },
  { id: 'heroku', description: 'API keys of Heroku', forms: [['HRKU-', String.raw`[\w-]{36,}`]] },
  { id: 'netlify', description: 'Tokens of Netlify', forms: [['nf[a-z]_', '[0-9A-Za-z]{36,}']] },
  {
    id: 'supabase',
    description: 'Keys of Supabase',
    forms: [
      ['sbp_', '[0-9a-f]{40}'],
      ['sb_secret_', String.raw`[\w-]{20,}`],
    ],
  },
  {
    id: 'planetscale',
    description: 'Tokens and passwords of PlanetScale',
    forms: [['pscale_(?:tkn|oauth|pw)_', String.raw`[\w-]{24,}`]],
  },
  { id: 'databricks', description: 'Tokens of Databricks', forms: [['dapi', String.raw`[0-9a-f]{32}(?:-\d)?(?!\w)`]] },
  {
    id: 'hashicorp',
    description: 'Tokens of Vault and Terraform Cloud',
    forms: [
      [String.raw`hv[sbr]\.`, String.raw`[\w-]{24,}`],
      [String.raw`\.atlasv1\.`, String.raw`[\w-]{60,}`, '[0-9A-Za-z]{14}'],
    ],
  },
  {
    id: 'doppler',
    description: 'Tokens of Doppler',
    forms: [[String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, String.raw`(?:[\w-]{1,40}\.)?[0-9A-Za-z]{40,}`]],
  },
  { id: 'pulumi', description: 'Tokens of Pulumi', forms: [['pul-', String.raw`[0-9a-f]{40}(?!\w)`]] },
  { id: 'docker', description: 'Tokens of Docker Hub', forms: [['dckr_[a-z]{3}_', String.raw`[\w-]{20,}`]] },
  {
    id: 'package_registry',
    description: 'Tokens of PyPI, RubyGems, crates.io and NuGet',
    forms: [
      ['pypi-AgE', String.raw`[\w-]{50,}`],
      ['rubygems_', '[0-9a-f]{48}'],
      ['cio', String.raw`[0-9A-Za-z]{32}(?!\w)`],
      ['oy2', String.raw`[0-9a-z]{43}(?!\w)`],
    ],
  },
  {
    id: 'ci_service',
    description: 'Tokens of Buildkite, CircleCI and SonarQube',
    forms: [
      ['bk[a-z]{2}_', '[0-9A-Za-z]{40,}'],
      ['CCIP(?:AT|RJ)_', String.raw`\w{30,}`],
      ['sq[apu]_', '[0-9a-f]{40}'],
    ],
  },
  {
    id: 'mail_service',
    description: 'Keys of Mailgun, Mailchimp, Brevo and Resend',
    forms: [
      ['key-', String.raw`[0-9a-f]{32}(?!\w)`],
      ['-us', String.raw`\d{1,2}(?!\w)`, '[0-9a-f]{32}'],
      ['xkeysib-', String.raw`[0-9a-f]{64}-\w{16}`],
      ['re_', '[0-9A-Za-z]{8}_[0-9A-Za-z]{24}'],
    ],
  },
  {
    id: 'office_tool',
    description: 'Tokens of Notion, Airtable, Figma, HubSpot, Postman and Dropbox',
    forms: [
      ['ntn_', '[0-9A-Za-z]{40,}'],
      ['secret_', String.raw`[0-9A-Za-z]{43}(?!\w)`],
      ['pat', String.raw`[0-9A-Za-z]{14}\.[0-9a-f]{64}`],
      ['fig[a-z]_', String.raw`[\w-]{36,}`],
      [String.raw`pat-[a-z]{2}\d-`, '[0-9a-f-]{36}'],
      ['PMAK-', String.raw`[\w-]{40,}`],
      [String.raw`sl\.`, String.raw`[\w-]{120,}`],
    ],
  },
  { id: 'huggingface', description: 'Tokens of Hugging Face', forms: [['(?:hf|api_org)_', '[0-9A-Za-z]{30,}']] },
  {
    id: 'ai_service',
    description: 'Keys of Groq, xAI, Perplexity, Replicate, NVIDIA, Tavily and LangSmith',
    forms: [
      ['gsk_', '[0-9A-Za-z]{40,}'],
      ['xai-', '[0-9A-Za-z]{60,}'],
      ['pplx-', '[0-9A-Za-z]{40,}'],
      ['r8_', '[0-9A-Za-z]{37,}'],
      ['nvapi-', String.raw`[\w-]{60,}`],
      ['tvly-', String.raw`[\w-]{30,}`],
      ['lsv2_[a-z]{2}_', String.raw`\w{40,}`],
    ],
  },
  {
    id: 'sk_key',
    description: 'Keys that begin with `sk-`, of many AI services',
    forms: [['sk-', String.raw`[\w-]{20,}`]],
    isPlausible: (token) => /^sk-(?:[a-zA-Z_-]{0,64}\d){3}/.test(token),
  },
  { id: 'age', description: 'Secret keys of age', forms: [['AGE-SECRET-KEY-1', '[0-9A-Z]{50,}']] },
  {
    id: 'aws_bedrock',
    description: 'API keys of AWS Bedrock',
    forms: [['ABSKQmVkcm9ja0FQSUtleS', '[0-9A-Za-z+/]{40,}=*']],
  },
  {
    id: 'monitoring',
    description: 'Keys of Grafana, New Relic, Sentry, Dynatrace and PostHog',
    forms: [
      ['glsa_', String.raw`\w{32,}`],
      ['glc_eyJ', String.raw`\w{13,}[\w=+/-]*`],
      ['NR(?:AK|JS|II|RA)-', String.raw`[\w-]{20,}`],
      ['sntrys_eyJ', String.raw`\w{13,}[\w=+/-]*`],
      ['sntryu_', '[0-9a-f]{40,}'],
      [String.raw`dt0[a-z]\d\d\.`, String.raw`[0-9A-Z]{24}\.[0-9A-Z]{64}`],
      ['phx_', '[0-9A-Za-z]{40,}'],
    ],
  },
];

/** Other characters can interrupt the runs of these. */
const INTERRUPTED: readonly TokenFormat[] = [
  {
    id: 'onepassword',
    description: 'Service account tokens of 1Password',
    forms: [['ops_eyJ', String.raw`[\w+/-]{100,}={0,2}`]],
  },
  {
    id: 'azure',
    description: 'Client secrets of Azure',
    forms: [['[78]Q~', String.raw`[\w~.-]{31,34}(?![\w~.-])`, String.raw`[\w~.-]{3}`]],
  },
  {
    id: 'fly',
    description: 'Tokens of Fly.io',
    forms: [
      ['fo1_', String.raw`[\w-]{40,}`],
      ['fm[12][ar]?_', String.raw`[\w+/=-]{60,}`],
    ],
  },
];

export const TOKEN_RULES: readonly RuleDescription[] = [...IN_LONG_RUNS, ...INTERRUPTED].map(
  ({ id, description, isPlausible }) => ({ id, description, isGenerated: isPlausible === undefined }),
);

export const TOKEN_DETECTORS: readonly Detector[] = [
  ...IN_LONG_RUNS.map((format) => detectorOf(format, true)),
  ...INTERRUPTED.map((format) => detectorOf(format, false)),
];
