import { docstring, HEADER, isName, literal, pascal, wrap } from './python-text.mjs';

const SIMPLE = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };
/** JSON of any shape. Types that name each other do not help a caller here. */
const ANY_JSON = { JsonObject: 'dict[str, Any]', JsonValue: 'Any' };

/** Writes the schemas of the document, and the objects within them, as types of Python. */
export class TypeWriter {
  #schemas;
  /** Declarations by name, in their order. */
  #classes = new Map();
  #aliases = new Map(Object.entries(ANY_JSON));

  constructor(schemas) {
    this.#schemas = schemas;
    for (const [name, schema] of Object.entries(schemas)) {
      if (name in ANY_JSON) continue;
      const type = this.typeOf(schema, name);
      if (type !== name) this.#declare(this.#aliases, name, type);
    }
  }

  /** The names of all types. */
  get names() {
    return [...this.#classes.keys(), ...this.#aliases.keys()].sort();
  }

  /** The schema that a reference leads to. */
  resolve(schema) {
    return schema.$ref === undefined ? schema : this.#schemas[nameOf(schema)];
  }

  /** The type of a schema. An object within it is declared as `name`. */
  typeOf(schema, name) {
    if (schema.$ref !== undefined) return nameOf(schema);
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (schema.anyOf !== undefined) return this.#unionOf(schema.anyOf, name);
    if (Array.isArray(schema.type))
      return schema.type.map((type) => this.typeOf({ ...schema, type }, name)).join(' | ');
    if (schema.type === 'array') return `list[${this.typeOf(schema.items, `${name}Item`)}]`;
    if (schema.type === 'object') return this.#objectOf(schema, name);
    return SIMPLE[schema.type] ?? 'Any';
  }

  file() {
    const aliases = [...this.#aliases].map(([name, type]) => `${name} = ${quoted(type)}\n`);
    return [
      HEADER,
      '"""What requests and responses look like: the JSON of the interface."""\n',
      'from __future__ import annotations\n',
      'from typing import Any, Literal, TypedDict, Union\n',
      ...aliases,
      '',
      [...this.#classes.values()].join('\n\n'),
    ].join('\n');
  }

  #unionOf(variants, name) {
    const isAlone = variants.filter(({ type }) => type === 'object').length === 1;
    const types = variants.map((variant, at) =>
      this.typeOf(variant, isAlone ? name : `${name}${variantName(variant, at)}`),
    );
    return [...new Set(types)].join(' | ');
  }

  #objectOf(schema, name) {
    const { properties, additionalProperties: others = false } = schema;
    if (properties === undefined)
      return others === false ? 'JsonObject' : `dict[str, ${this.typeOf(others, `${name}Value`)}]`;
    if (others !== false) return 'JsonObject';
    this.#declare(this.#classes, name, '');
    this.#classes.set(name, this.#typedDict(schema, name));
    return name;
  }

  #typedDict({ properties, required = [], description = '' }, name) {
    const fields = Object.entries(properties).map(([key, schema]) => ({
      key,
      type: this.typeOf(schema, `${name}${pascal(key)}`),
      note: schema.description ?? '',
    }));
    const needed = fields.filter(({ key }) => required.includes(key));
    const optional = fields.filter(({ key }) => !required.includes(key));
    if (optional.length === 0) return classText(name, 'TypedDict', description, needed);
    if (needed.length === 0) return classText(name, 'TypedDict, total=False', description, optional);
    // NotRequired is in no standard library before Python 3.11.
    return [
      classText(`_${name}`, 'TypedDict', '', needed),
      classText(name, `_${name}, total=False`, description, optional),
    ].join('\n\n');
  }

  #declare(declarations, name, text) {
    if (this.#classes.has(name) || this.#aliases.has(name)) throw new Error(`Two types have the name ${name}`);
    declarations.set(name, text);
  }
}

const nameOf = ({ $ref }) => $ref.split('/').at(-1);

/** What tells the variants of a union apart: the value of its `type`, else its position. */
function variantName({ type, properties }, at) {
  if (type !== 'object') return '';
  return typeof properties?.type?.const === 'string' ? pascal(properties.type.const) : `Variant${at + 1}`;
}

/** A class, or, if a key is no name of Python, what the functional form can say. */
function classText(name, bases, description, fields) {
  if (!fields.every(({ key }) => isName(key))) return functionalText(name, bases, description, fields);
  const lines = fields.flatMap(({ key, type, note }) => [
    ...(note === '' ? [] : wrap(note, '    ', '# ')),
    `    ${key}: ${type}`,
  ]);
  const opening = description === '' ? [] : [...docstring(description, '    '), ''];
  return [`class ${name}(${bases}):`, ...opening, ...(lines.length === 0 ? ['    pass'] : lines), ''].join('\n');
}

function functionalText(name, bases, description, fields) {
  if (bases.startsWith('_')) throw new Error(`${name} has required and optional keys that are no names of Python`);
  const lines = fields.map(({ key, type }) => `        ${literal(key)}: ${quoted(type)},`);
  const total = bases.includes('total=False') ? ['    total=False,'] : [];
  const about = description === '' ? [] : wrap(description, '', '# ');
  return [...about, `${name} = TypedDict(`, `    "${name}",`, '    {', ...lines, '    },', ...total, ')', ''].join(
    '\n',
  );
}

/** A type that is evaluated when the module is loaded: names may be declared below. */
function quoted(type) {
  if (ANY_TYPES.has(type)) return type;
  const parts = splitUnion(type).map((part) => `"${part.replaceAll('"', "'")}"`);
  return parts.length === 1 ? parts[0] : `Union[${parts.join(', ')}]`;
}

const ANY_TYPES = new Set([...Object.values(ANY_JSON), 'JsonObject', ...Object.values(SIMPLE)]);

/** The members of a union, on its outermost level. */
function splitUnion(type) {
  const parts = [''];
  let depth = 0;
  for (const piece of type.split(/(\[|\]| \| )/)) {
    if (piece === '[') depth += 1;
    if (piece === ']') depth -= 1;
    if (piece === ' | ' && depth === 0) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}
