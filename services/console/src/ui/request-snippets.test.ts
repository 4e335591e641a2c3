import { describe, expect, it } from '@jest/globals';
import { requestSnippets } from './request-snippets.ts';

const codeOf = (snippets: ReturnType<typeof requestSnippets>): Record<string, string> =>
  Object.fromEntries(snippets.map(({ language, code }) => [language, code]));

describe('A request as code', () => {
  it('has its input in the way of each language', () => {
    const input = { query: "Maren's parcels", maxTokens: 80, explain: true, tags: ['home'] };
    const { curl, TypeScript, Python } = codeOf(requestSnippets('synthesize', input, 'http://localhost:8080/'));
    expect(curl).toContain(
      String.raw`-d '{"query":"Maren'\''s parcels","maxTokens":80,"explain":true,"tags":["home"]}'`,
    );
    expect(curl).toContain(`curl 'http://localhost:8080/v1/synthesize'`);
    expect(TypeScript).toContain('strata.api.synthesize({');
    expect(Python).toContain('    max_tokens=80,\n    explain=True,\n    tags=["home"],');
  });

  it('has the parameters of the path in the address', () => {
    const { curl } = codeOf(requestSnippets('getMemory', { id: 'mem_1' }, 'https://example.com/strata'));
    expect(curl).toBe(
      `curl 'https://example.com/strata/v1/memories/mem_1' \\\n  -H "Authorization: Bearer $STRATA_API_KEY"`,
    );
  });
});
