import { HEADER, literal, tupleOf } from './python-text.mjs';

/** `operations.py`: what a request needs to know of each operation. */
export function operationsFile(operations) {
  return [
    HEADER,
    '"""Every operation of the interface, by name."""\n',
    'from __future__ import annotations\n',
    'from .operation import Operation\n',
    'OPERATIONS = {',
    ...operations.flatMap(operationLines),
    '}\n',
  ].join('\n');
}

function operationLines({ name, method, path, fields, hasBody, isRepeatable, kind }) {
  const keys = (place) => tupleOf(fields.filter((one) => one.place === place).map(({ key }) => key));
  const nullable = tupleOf(fields.filter(({ isNullable }) => isNullable).map(({ key }) => key));
  return [
    `    ${literal(name)}: Operation(`,
    `        method=${literal(method)},`,
    `        path=${literal(path)},`,
    `        params=${keys('path')},`,
    `        query=${keys('query')},`,
    `        nullable=${nullable},`,
    `        has_body=${literal(hasBody)},`,
    `        kind=${literal(kind)},`,
    `        is_repeatable=${literal(isRepeatable)},`,
    '    ),',
  ];
}
