import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@strata/kernel/turns';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EventTexts } from '../src/event-texts.ts';
import { findSecrets, mergeSecrets } from '../src/find-secrets.ts';
import { RULE_CATALOG } from '../src/rule-catalog.ts';

/** A folder of JSON files with conversations and agents' sessions that contain no secrets. */
const folder = process.env['SECRETS_FALSE_ALARM_DATA'];
/** The number of events in a thousand that may be changed. */
const MAX_PER_THOUSAND = 5;
const { rules, detectors } = RULE_CATALOG;
const order = new Map(rules.map(({ id }, index) => [id, index]));

interface Turn {
  readonly role?: string;
  readonly content?: unknown;
  readonly text?: string;
}

/** Every message, call and turn of a file, as the payload of an event. */
function* eventsIn(value: unknown): Iterable<unknown> {
  if (Array.isArray(value)) for (const item of value) yield* eventsIn(item);
  else if (typeof value === 'object' && value !== null) {
    const { role, content, text } = value as Turn;
    if ((role !== undefined && content !== undefined) || text !== undefined) yield value;
    else for (const child of Object.values(value)) yield* eventsIn(child);
  }
}

(folder === undefined ? describe.skip : describe)('False alarms in SECRETS_FALSE_ALARM_DATA', () => {
  const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

  it.each(files)('are few in %s', (name) => {
    let events = 0;
    let changed = 0;
    const byRule = new Map<string, string[]>();
    for (const event of eventsIn(JSON.parse(readFileSync(join(folder ?? '', name), 'utf8')))) {
      events += 1;
      const { text } = new EventTexts(event);
      const found = mergeSecrets(atOnce(findSecrets(text, detectors)), order);
      if (found.length > 0) changed += 1;
      for (const { ruleId, start, end } of found)
        byRule.set(ruleId, [...(byRule.get(ruleId) ?? []), text.slice(Math.max(0, start - 30), end + 5)]);
    }
    process.stdout.write(`${JSON.stringify({ name, events, changed, byRule: Object.fromEntries(byRule) })}\n`);
    expect(changed * 1000).toBeLessThanOrEqual(events * MAX_PER_THOUSAND);
  });
});
