import { createHash } from 'node:crypto';
import type { OpenApiDocument } from '../create-document.ts';
import { createResolver, operationsOf, type DocumentedOperation } from './document-reader.ts';
import { Html, markup } from './html.ts';
import { markdown } from './markdown.ts';
import { showOperation } from './operation.ts';
import { STYLE } from './style.ts';

/** A page, and a content security policy that allows only its own style. */
export interface ReferencePage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The reference as one page without scripts, fonts or other external parts. Its commands use `serverUrl`. */
export function renderPage(document: OpenApiDocument, serverUrl: string): ReferencePage {
  const resolve = createResolver(document);
  const operations = operationsOf(document);
  const chapters = (document.tags ?? []).map((tag) => ({
    ...tag,
    id: `tag-${tag.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
    operations: operations.filter(({ tags = [] }) => tags.includes(tag.name)),
  }));
  const { title, version, description = '' } = document.info;
  const introduction = withAnchors(markdown(description));
  const contents = markup`<nav aria-label="Contents">
    <ul>
      ${introduction.headings.map(({ id, text }) => markup`<li><a href="#${id}">${text}</a></li>`)}
    </ul>
    ${chapters.map(
      (chapter) =>
        markup`<h2><a href="#${chapter.id}">${chapter.name}</a></h2>
          <ul>
            ${chapter.operations.map(entry)}
          </ul>`,
    )}
  </nav>`;
  const heading = markup`<p class="title"><a href="#top">${title}</a> <span class="version">${version}</span></p>`;
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API reference</title>
        <link rel="icon" href="${ICON}" />
        <style>${new Html(STYLE)}</style>
      </head>
      <body>
        <aside>
          ${heading}
          <details class="small">
            <summary>Contents</summary>
            ${contents}
          </details>
          <div class="wide">${heading} ${contents}</div>
        </aside>
        <main id="top">
          <header class="prose">
            <h1>${title} API reference</h1>
            <p class="formats">For programs: <a href="/v1/openapi.json">OpenAPI 3.1</a></p>
            ${introduction.html}
          </header>
          ${chapters.map(
            (chapter) =>
              markup`<section class="chapter" id="${chapter.id}">
                <header class="prose">
                  <h2><a href="#${chapter.id}">${chapter.name}</a></h2>
                  ${markdown(chapter.description ?? '')}
                </header>
                ${chapter.operations.map((operation) => showOperation(operation, serverUrl, resolve))}
              </section>`,
          )}
        </main>
      </body>
    </html> `;
  return {
    html: page.text,
    contentSecurityPolicy: `default-src 'none'; style-src '${sourceOf(STYLE)}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%23b45309' d='M2 3h12v2H2z'/%3E%3Cpath fill='%230f766e' d='M2 7h12v2H2z'/%3E%3Cpath fill='%231e40af' d='M2 11h12v2H2z'/%3E%3C/svg%3E";

const entry = ({ operationId = '', summary, method }: DocumentedOperation): Html =>
  markup`<li>
    <a href="#${operationId}"><span class="method ${method.toLowerCase()}">${method}</span> ${summary}</a>
  </li>`;

const sourceOf = (style: string): string => `sha256-${createHash('sha256').update(style).digest('base64')}`;

/** Gives each heading of the introduction an anchor. */
function withAnchors({ text }: Html): { html: Html; headings: { id: string; text: string }[] } {
  const headings: { id: string; text: string }[] = [];
  const anchored = text.replaceAll(/<h2>(.*?)<\/h2>/g, (_heading, title: string) => {
    const id = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    headings.push({ id, text: title });
    return `<h2 id="${id}"><a href="#${id}">${title}</a></h2>`;
  });
  return { html: new Html(anchored), headings };
}
