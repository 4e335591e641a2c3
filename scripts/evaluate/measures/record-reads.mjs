const MAX_VALUE = 40;

/** The short fields of a record that a tool returned; null if it returned no record. */
function fieldsOf({ output, failed }) {
  if (failed) return null;
  try {
    const record = JSON.parse(output);
    if (typeof record !== 'object' || record === null || Array.isArray(record)) return null;
    const short = Object.entries(record).filter(
      ([, value]) => typeof value === 'boolean' || (typeof value === 'string' && value.length < MAX_VALUE),
    );
    return Object.fromEntries(short.map(([field, value]) => [field, String(value)]));
  } catch {
    return null;
  }
}

/**
 * Joins each change with the records last read under its arguments.
 * @param {import('../runs/read-runs.mjs').Run[]} runs
 * @param {(tool: string) => boolean} isChange
 * @returns {{changes: {run: object, call: object, argument: string, reader: string, fields: Record<string, string>}[],
 *   reads: {reader: string, fields: Record<string, string>}[]}}
 */
export function joinRecords(runs, isChange) {
  const changes = [];
  const reads = [];
  for (const run of runs) {
    const records = new Map();
    for (const call of run.calls) {
      const given = Object.entries(call.input).filter(([, value]) => typeof value === 'string');
      if (isChange(call.tool))
        for (const [argument, id] of given)
          if (records.has(id)) changes.push({ run, call, argument, ...records.get(id) });
      const fields = fieldsOf(call);
      if (fields === null) continue;
      for (const [, id] of given) {
        const known = records.get(id);
        if (isChange(call.tool)) {
          // What a change returns is the record as it is now.
          if (known !== undefined) records.set(id, { ...known, fields: { ...known.fields, ...fields } });
        } else {
          records.set(id, { reader: call.tool, fields });
          reads.push({ reader: call.tool, fields });
        }
      }
    }
  }
  return { changes, reads };
}
