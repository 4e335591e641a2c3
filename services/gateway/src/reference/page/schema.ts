import type { oas31 } from 'zod-openapi';
import { boundsOf, typeOf } from './bounds.ts';
import { nameOf, type Resolve, type Schema } from './document-reader.ts';
import { markup, type Html } from './html.ts';
import { inlineMarkdown } from './markdown.ts';

type Shown = Schema | oas31.ReferenceObject;

/** Whose fields they are: of a request, where some must be sent, or of an answer, where some may be absent. */
export type Side = 'request' | 'answer';

interface Reading {
  readonly side: Side;
  readonly resolve: Resolve;
  /** Components that are being shown: none is shown within itself. */
  readonly seen?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly shown: Shown;
  readonly required: boolean;
  /** Where a parameter goes. */
  readonly place?: string;
  readonly description?: string | undefined;
}

const NOTHING = markup``;

/** The fields of an object as a list; nested objects open below their field. */
export function fieldsOf(shown: Shown, reading: Reading): Html {
  const { properties = {}, required = [] } = reading.resolve<Schema>(shown);
  const items = Object.entries(properties).map(([name, property]) =>
    showField({ name, shown: property, required: required.includes(name) }, reading),
  );
  return items.length === 0 ? NOTHING : fieldList(items);
}

/** Items of `showField` as a list. */
export const fieldList = (items: readonly Html[]): Html => markup`<ul class="fields">${items}</ul>`;

/** One field or parameter: its name, its type, what it must hold to, and what it means. */
export function showField({ name, shown, required, place, description }: Field, reading: Reading): Html {
  const schema = reading.resolve<Schema>(shown);
  const about = description ?? (shown as Schema).description ?? schema.description;
  return markup`<li>
    <div class="field">
      <code class="name">${name}</code>
      <span class="type">${typeOf(shown, reading.resolve)}</span>
      ${place === undefined ? NOTHING : markup`<span class="place">${place}</span>`}
      ${necessity(required, reading.side)} ${boundsOf(schema)}
    </div>
    ${about === undefined ? NOTHING : markup`<div class="about">${inlineMarkdown(about)}</div>`}
    ${insideOf(shown, reading)}
  </li>`;
}

function necessity(required: boolean, side: Side): Html {
  if (side === 'request') return required ? markup`<span class="required">required</span>` : NOTHING;
  return required ? NOTHING : markup`<span class="optional">may be absent</span>`;
}

/** What a reader needs to see within: the fields of an object, of a list's items, or of each of several shapes. */
function insideOf(shown: Shown, reading: Reading): Html {
  const { resolve, seen = [] } = reading;
  const name = nameOf(shown);
  if (name !== undefined && seen.includes(name)) return NOTHING;
  const within = name === undefined ? reading : { ...reading, seen: [...seen, name] };
  const schema = resolve<Schema>(shown);
  if (schema.items !== undefined && schema.type === 'array') return insideOf(schema.items, within);
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as Shown[];
  if (choices.length > 0) return markup`${choices.map((choice) => choiceOf(choice, within))}`;
  const fields = fieldsOf(schema, within);
  return fields === NOTHING ? NOTHING : fold(markup`Fields`, fields);
}

function choiceOf(choice: Shown, reading: Reading): Html {
  const { description = '', type } = reading.resolve<Schema>(choice);
  if (type === 'null') return NOTHING;
  return fold(
    markup`${nameOf(choice) ?? 'Fields'} <span class="about">${inlineMarkdown(description)}</span>`,
    fieldsOf(choice, reading),
  );
}

const fold = (title: Html, content: Html): Html => markup`<details><summary>${title}</summary>${content}</details>`;
