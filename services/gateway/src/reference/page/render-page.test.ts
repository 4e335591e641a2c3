import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { createHash } from 'node:crypto';
import { createOpenApiDocument } from '../create-document.ts';
import { operationsOf } from './document-reader.ts';
import { markup } from './html.ts';
import { renderPage } from './render-page.ts';

const document = createOpenApiDocument(OPERATIONS, '/');
const { html, contentSecurityPolicy } = renderPage(document, 'https://strata.example.com');
const plain = html.replaceAll(/<[^>]*>/g, '');

describe('The reference page', () => {
  it.each(operationsOf(document).map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    'has %s with its path, summary, parameters and errors',
    (_name, { operationId = '', path, summary = '', parameters = [], responses = {} }) => {
      const [, section = ''] = html.split(`id="${operationId}"`);
      const own = section.slice(0, section.indexOf('</section>')).replaceAll(/<[^>]*>/g, '');
      expect(own).toContain(summary.replaceAll("'", '&#39;'));
      expect(own).toContain(path);
      for (const parameter of parameters) if ('name' in parameter) expect(own).toContain(parameter.name);
      for (const status of Object.keys(responses)) expect(own).toContain(status);
      expect(html.split(`href="#${operationId}"`).length).toBeGreaterThan(2);
    },
  );

  it('has commands to paste, with the address of the deployment and without a credential', () => {
    expect(plain).toContain('curl &#39;https://strata.example.com/v1/capture&#39;');
    expect(plain).toContain('Authorization: Bearer $KEY');
  });

  it('needs no external resource, and its policy blocks them', () => {
    expect(html).not.toMatch(/<script|<iframe|<img|<link rel="stylesheet"|\son\w+=|\sstyle=|@import|url\(/);
    const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !/^(#|data:image|\/v1\/openapi\.json$)/.test(address))).toEqual([]);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(contentSecurityPolicy).toContain("default-src 'none'");
    expect(contentSecurityPolicy).toContain(`style-src 'sha256-${hash}'`);
  });

  it('has no broken link', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });
});

describe('A markup template', () => {
  it('escapes inserted values except markup, at any depth', () => {
    const bad = `<b title="x">&'`;
    expect(markup`<p>${bad}${[markup`<i>${bad}</i>`, 7, undefined]}</p>`.text).toBe(
      '<p>&lt;b title=&quot;x&quot;&gt;&amp;&#39;<i>&lt;b title=&quot;x&quot;&gt;&amp;&#39;</i>7</p>',
    );
  });
});
