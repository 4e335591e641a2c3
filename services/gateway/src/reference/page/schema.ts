import { boundsOf, typeOf } from './bounds.ts';
import { nameOf, type Resolve, type Schema, type SchemaOrReference } from './document-reader.ts';
import { markup, NOTHING, type Html } from './html.ts';
import { inlineMarkdown } from './markdown.ts';

/** Fields of a request can be required; fields of a response can be absent. */
export type Side = 'request' | 'response';

interface View {
  readonly side: Side;
  readonly resolve: Resolve;
  /** The components that this schema is within. A component is not shown within itself. */
  readonly seen?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly schema: SchemaOrReference;
  readonly required: boolean;
  /** Where a parameter is sent. */
  readonly place?: string;
  readonly description?: string | undefined;
}

/** The fields of an object as a list. Nested objects unfold below their field. */
export function fieldsOf(reference: SchemaOrReference, view: View): Html {
  const { properties = {}, required = [] } = view.resolve<Schema>(reference);
  const items = Object.entries(properties).map(([name, property]) =>
    showField({ name, schema: property, required: required.includes(name) }, view),
  );
  return items.length === 0 ? NOTHING : fieldList(items);
}

/** A list of the items of `showField`. */
export const fieldList = (items: readonly Html[]): Html => markup`<ul class="fields">${items}</ul>`;

/** One field or parameter: name, type, constraints and description. */
export function showField({ name, schema: reference, required, place, description }: Field, view: View): Html {
  const schema = view.resolve<Schema>(reference);
  const about = description ?? (reference as Schema).description ?? schema.description;
  return markup`<li>
    <div class="field">
      <code class="name">${name}</code>
      <span class="type">${typeOf(reference, view.resolve)}</span>
      ${place === undefined ? NOTHING : markup`<span class="place">${place}</span>`}
      ${necessity(required, view.side)} ${boundsOf(schema)}
    </div>
    ${about === undefined ? NOTHING : markup`<div class="about">${inlineMarkdown(about)}</div>`}
    ${insideOf(reference, view)}
  </li>`;
}

function necessity(required: boolean, side: Side): Html {
  if (side === 'request') return required ? markup`<span class="required">required</span>` : NOTHING;
  return required ? NOTHING : markup`<span class="optional">may be absent</span>`;
}

/** The fields within a field: of an object, of a list's items, or of each alternative. */
function insideOf(reference: SchemaOrReference, view: View): Html {
  const { resolve, seen = [] } = view;
  const name = nameOf(reference);
  if (name !== undefined && seen.includes(name)) return NOTHING;
  const within = name === undefined ? view : { ...view, seen: [...seen, name] };
  const schema = resolve<Schema>(reference);
  if (schema.items !== undefined && schema.type === 'array') return insideOf(schema.items, within);
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as SchemaOrReference[];
  if (choices.length > 0) return markup`${choices.map((choice) => choiceOf(choice, within))}`;
  const fields = fieldsOf(schema, within);
  return fields === NOTHING ? NOTHING : fold(markup`Fields`, fields);
}

function choiceOf(choice: SchemaOrReference, view: View): Html {
  const { description = '', type } = view.resolve<Schema>(choice);
  if (type === 'null') return NOTHING;
  return fold(
    markup`${nameOf(choice) ?? 'Fields'} <span class="about">${inlineMarkdown(description)}</span>`,
    fieldsOf(choice, view),
  );
}

const fold = (title: Html, content: Html): Html => markup`<details><summary>${title}</summary>${content}</details>`;
