import { describe, expect, it } from '@jest/globals';
import type { EventInput } from '@strata/contracts/schemas/event';
import { Forge } from '@strata/testkit/secrets/forge';
import { plantedSecrets } from '@strata/testkit/secrets/planted-secrets';
import { RULE_CATALOG } from '@strata/secrets/rule-catalog';
import { createScrubEvent, type ScrubbedEvent } from './scrub-event.ts';

const TOKEN = `ghp_${'Ab3d'.repeat(9)}`;
const PLACEHOLDER = /^\[secret:[a-z0-9_]+:[0-9a-f]{12}\]$/;

function createFixture({
  off = [],
  fingerprintKey = 'f'.repeat(32),
}: { off?: string[]; fingerprintKey?: string } = {}) {
  const kinds: string[] = [];
  const scrubEvent = createScrubEvent({
    ...RULE_CATALOG,
    fingerprintKey,
    rulesOff: async () => new Set(off),
    onReplaced: (kind) => kinds.push(kind),
  });
  const scrub = (input: EventInput, tenantId = 'ten_a'): Promise<ScrubbedEvent> =>
    scrubEvent({ input, json: JSON.stringify(input) }, tenantId);
  const content = async (text: string, tenantId?: string): Promise<string> => {
    const { input } = await scrub(event({ content: text }), tenantId);
    return (input.payload as { content: string }).content;
  };
  return { scrub, content, kinds };
}
const event = (payload: EventInput['payload'], more: Partial<EventInput> = {}): EventInput => ({
  type: 'message',
  sessionId: 's',
  payload,
  ...more,
});

describe('Scrubbing an event', () => {
  it('replaces secrets in values, keys, session, idempotency key and metadata, and counts them', async () => {
    const { scrub, kinds } = createFixture();
    const { input, secretsReplaced } = await scrub(
      event(
        { content: `use ${TOKEN} now`, [TOKEN]: [{ deep: TOKEN }] },
        { sessionId: TOKEN, idempotencyKey: TOKEN, metadata: { agentId: TOKEN, tags: [TOKEN, 'x'], [TOKEN]: 1 } },
      ),
    );
    expect(JSON.stringify(input)).not.toContain(TOKEN);
    expect(secretsReplaced).toBe(8);
    expect(kinds).toEqual(Array.from({ length: 8 }, () => 'github'));
    expect(input.metadata?.tags).toEqual([expect.stringMatching(PLACEHOLDER), 'x']);
    expect(input.sessionId).toMatch(PLACEHOLDER);
  });

  it('changes nothing else', async () => {
    const input = event({ content: 'no secrets here', n: [1, null, true, { a: '' }] }, { metadata: { tags: ['a'] } });
    expect(await createFixture().scrub(input)).toEqual({ input, compared: input, secretsReplaced: 0 });
  });

  it('keeps keys distinct that become equal without their secrets', async () => {
    const { scrub } = createFixture();
    const { input } = await scrub(event({ [TOKEN]: 1, [await createFixture().content(TOKEN)]: 2 }));
    expect(Object.keys(input.payload as object)).toHaveLength(2);
    expect(Object.values(input.payload as object)).toEqual([1, 2]);
  });

  it('changes nothing when it is repeated', async () => {
    const { scrub } = createFixture();
    for (const { text } of plantedSecrets(new Forge(3))) {
      const once = await scrub(event({ content: `log: ${text}` }));
      expect(await scrub(once.input)).toEqual({ input: once.input, compared: once.input, secretsReplaced: 0 });
    }
  });

  it('gives a secret the same fingerprint for one tenant and key, and different ones for others', async () => {
    const [one, other] = [createFixture(), createFixture({ fingerprintKey: 'g'.repeat(32) })];
    const fingerprint = await one.content(TOKEN);
    expect(await one.content(TOKEN)).toBe(fingerprint);
    expect(await one.content(TOKEN, 'ten_b')).not.toBe(fingerprint);
    expect(await other.content(TOKEN)).not.toBe(fingerprint);
  });

  it.each(['harbour-7421', 'correct horse battery staple', '4821-2024-05-15', 'a1b2c3d4'])(
    'gives a secret that can be guessed another fingerprint in each event, and one within an event: %s',
    async (secret) => {
      const { content, scrub } = createFixture();
      const text = `{"password": "${secret}", "db_password": "${secret}"}`;
      const fingerprints = (scrubbed: string): string[] => scrubbed.match(/[0-9a-f]{12}/g) ?? [];
      const first = fingerprints(await content(text));
      const second = fingerprints(await content(text));
      expect([first.length, new Set(first).size]).toEqual([2, 1]);
      expect(second[0]).not.toBe(first[0]);
      // A retry is still known as the same event, and nothing that is compared depends on the secret.
      const other = event({ content: text.replaceAll(secret, 'meadow-1247') });
      const compared = await Promise.all(
        [event({ content: text }), other].map(async (input) => (await scrub(input)).compared),
      );
      expect(compared[1]).toEqual(compared[0]);
      // A text that became too long for its field reveals no more.
      const sessionIds = [1, 2].map(async () => {
        const many = Array.from({ length: 12 }, (_, nth) => `pwd="${secret.slice(0, 6)}${String(nth)}9"`)
          .join(' ')
          .slice(0, 200);
        return (await scrub(event({}, { sessionId: many }))).input.sessionId;
      });
      expect(await sessionIds[0]).not.toBe(await sessionIds[1]);
    },
  );

  it('keeps the name of an AWS secret key, and replaces only its value', async () => {
    const { content } = createFixture();
    const secret = new Forge(4).base64(40);
    const [placeholder] = /\[secret:aws:\w+\]/.exec(await content(`AWS_SECRET_ACCESS_KEY=${secret}`)) ?? [''];
    expect(placeholder).toMatch(PLACEHOLDER);
    expect(await content(`AWS_SECRET_ACCESS_KEY=${secret}`)).toBe(`AWS_SECRET_ACCESS_KEY=${placeholder}`);
    expect(await content(`aws_secret_access_key = ${secret}\n`)).toBe(`aws_secret_access_key = ${placeholder}\n`);
  });

  it('gives an escaped secret the same fingerprint', async () => {
    const { content } = createFixture();
    const secret = 'a1/Zk3/q8Xv/T0mR/w5Hs/u2Lc/9eYb/c3';
    const [plain] = /\[secret:[^\]]*\]/.exec(await content(`DB_PASSWORD=${secret}`)) ?? [''];
    expect(plain).toMatch(PLACEHOLDER);
    expect(await content(`{"DB_PASSWORD":"${secret.replaceAll('/', '\\/')}"}`)).toBe(`{"DB_PASSWORD":"${plain}"}`);
  });

  it('keeps secrets of rules that are turned off', async () => {
    const { scrub } = createFixture({ off: ['github'] });
    const input = event({ content: TOKEN });
    expect(await scrub(input)).toEqual({ input, compared: input, secretsReplaced: 0 });
  });

  it('keeps names, tags and keys within the bounds of the contract', async () => {
    const { scrub } = createFixture();
    const many = (length: number): string =>
      `${`${['AKIA', 'ABCD2345EFGH6789'].join('')} `.repeat(20).slice(0, length - 1)}x`;
    const { input } = await scrub(
      event({}, { sessionId: many(200), idempotencyKey: many(255), metadata: { tags: [many(100)] } }),
    );
    expect(input.sessionId.length).toBeLessThanOrEqual(200);
    expect(input.idempotencyKey?.length).toBeLessThanOrEqual(255);
    expect(input.metadata?.tags?.[0]?.length).toBeLessThanOrEqual(100);
  });
});

/** Where credentials occur in events. */
const SURROUNDINGS: readonly ((text: string) => unknown)[] = [
  (text) => ({ content: text }),
  (text) => ({ content: `Then I ran\n\n\`\`\`\n${text}\n\`\`\`\nand it worked` }),
  (text) => ({ tool_name: 'bash', output: `+ set -e\n${text}\nexit 0` }),
  (text) => ({ log: JSON.stringify({ level: 'info', message: text }) }),
  (text) => ({ log: JSON.stringify({ body: JSON.stringify({ lines: [text] }) }) }),
  (text) => ({ steps: [{ input: { command: ['echo ok', text] } }] }),
];

describe('A planted secret', () => {
  it('is replaced everywhere in the event, for hundreds of every kind', async () => {
    const { scrub } = createFixture();
    const planted = [5, 6, 7].flatMap((seed) => plantedSecrets(new Forge(seed)));
    expect(planted.length).toBeGreaterThan(200);
    const missed: string[] = [];
    for (const { ruleId, text, secret } of planted)
      for (const [nth, around] of SURROUNDINGS.entries()) {
        const { input } = await scrub(event(around(text) as EventInput['payload']));
        const left = JSON.stringify(input);
        const forms = [
          secret,
          JSON.stringify(secret).slice(1, -1),
          ...secret.split('\n').filter((line) => line.length > 29 && !line.includes('KEY')),
        ];
        if (forms.some((form) => left.includes(form))) missed.push(`${ruleId} in ${String(nth)}`);
      }
    expect(missed).toEqual([]);
  });

  it.each(plantedSecrets(new Forge(8)).map((planted, nth) => ({ ...planted, nth })))(
    'is named by the rule $ruleId ($nth)',
    async ({ ruleId, text, secret }) => {
      const { content, kinds } = createFixture();
      const scrubbed = await content(text);
      expect(scrubbed).not.toContain(secret);
      expect([...new Set(kinds)]).toEqual([ruleId]);
    },
  );
});
