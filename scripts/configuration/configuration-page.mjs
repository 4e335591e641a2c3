import { z } from 'zod';

const HEAD = `# Configuration

Settings are environment variables; an empty one counts as not set. A wrong or missing setting stops the start with a message
that names it. \`npm start\` and \`npm run cluster\` create the secrets and keys that they need, in \`DATA_DIR\`.

This page is generated from the schemas (\`npm run configuration\`).
`;

/**
 * The page about all settings, in Markdown.
 * @param {readonly {title: string, note: string, schema: import('zod').ZodObject, without?: readonly string[]}[]} sections
 *   `without` names settings of the schema that another section lists
 */
export const configurationPage = (sections) => [HEAD, ...sections.map(sectionOf)].join('\n');

function sectionOf({ title, note, schema, without = [] }) {
  const rows = Object.entries(schema.shape)
    .filter(([name]) => !without.includes(name))
    .map(([name, field]) => `| \`${name}\` | ${defaultOf(field)} | ${meaningOf(name, field)} |`);
  return `## ${title}\n\n${note}\n\n| Setting | Default | Meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

const jsonSchemaOf = (field) => z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' });

function defaultOf(field) {
  const { success, data } = field.safeParse(undefined);
  if (!success) return 'required';
  return data === undefined || data === '' || (Array.isArray(data) && data.length === 0) ? '' : `\`${String(data)}\``;
}

/** The description, and what the schema bounds. */
function meaningOf(name, field) {
  const { description, minimum, maximum, enum: values } = jsonSchemaOf(field);
  if (description === undefined) throw new Error(`The setting ${name} has no description`);
  const bounds = minimum === undefined || maximum === undefined ? '' : ` ${minimum} to ${maximum}.`;
  const choices = values === undefined ? '' : ` One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
  return `${description}${bounds}${choices}`.replaceAll('|', '\\|');
}
