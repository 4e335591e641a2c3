import { argumentName, docstring, HEADER, literal } from './python-text.mjs';

const OPTIONS = ['timeout: float | None = None', 'max_retries: int | None = None', 'request_id: str | None = None'];
/** How the caller's method for each kind of response is called, and the type that it returns. */
const CALLS = {
  data: { call: 'data', returns: (type) => type },
  json: { call: 'json', returns: (type) => type },
  text: { call: 'text', returns: (type) => type },
  cursor: { call: 'listing', returns: (type) => `Listing[${type}]` },
  offset: { call: 'listing', returns: (type) => `Listing[${type}]` },
  lines: { call: 'lines', returns: (type) => `JsonLines[${type}]` },
};

/** `api.py`: a method for each operation. */
export function apiFile(operations, types) {
  const methods = operations.map(methodText);
  const text = methods.join('\n');
  const used = types.names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return [
    HEADER,
    '"""A method for each operation of the interface."""\n',
    'from __future__ import annotations\n',
    'from typing import Any, Literal, Sequence, cast\n',
    'from .caller import Caller\nfrom .json_lines import JsonLines\nfrom .listing import Listing',
    'from .omitted import OMITTED, Omitted',
    'from .operations import OPERATIONS',
    `from .types import (\n${used.map((name) => `    ${name},`).join('\n')}\n)\n\n`,
    'class Api:',
    ...docstring(
      'Every operation by its name. Arguments are the parameters and the fields of the body; an argument that is left out, or None, ' +
        'is not sent. `timeout` is in seconds for each attempt, `max_retries` counts further attempts, and `request_id` is an id ' +
        "of your own for the service's logs.",
      '    ',
    ),
    '',
    '    def __init__(self, caller: Caller) -> None:',
    '        self._caller = caller\n',
    text,
  ].join('\n');
}

function methodText({ name, summary, description, fields, kind, type }) {
  const { call, returns } = CALLS[kind];
  const sorted = [...fields].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const returned = returns(type);
  const values = sorted.map(({ key, argument }) => `            ${literal(key)}: ${argument},`);
  const result = `self._caller.${call}(OPERATIONS[${literal(name)}], fields, timeout, max_retries, request_id)`;
  return [
    `    def ${argumentName(name)}(`,
    '        self,',
    '        *,',
    ...[...sorted.map(argumentText), ...OPTIONS].map((argument) => `        ${argument},`),
    `    ) -> ${returned}:`,
    ...docstring([`${summary}.`, '', description, ...argumentNotes(sorted)].join('\n').trim(), '        '),
    ...(values.length === 0
      ? ['        fields: dict[str, Any] = {}']
      : ['        fields: dict[str, Any] = {', ...values, '        }']),
    `        result = ${result}`,
    `        return ${kind === 'text' ? 'result' : `cast("${returned.replaceAll('"', "'")}", result)`}`,
    '',
  ].join('\n');
}

function argumentText({ argument, type, isRequired, isNullable }) {
  if (isRequired) return `${argument}: ${type}`;
  return isNullable ? `${argument}: ${type} | Omitted = OMITTED` : `${argument}: ${type} | None = None`;
}

function argumentNotes(fields) {
  const noted = fields.filter(({ description }) => description !== '');
  if (noted.length === 0) return [];
  return ['', ...noted.map(({ argument, description }) => `- ${argument}: ${description}`)];
}
