import type { EventInput } from '@strata/contracts/schemas/event';
import type { Act, Result } from '../acts/act.ts';
import { contentText } from '../acts/content-text.ts';
import { readTestRun } from '../acts/read-test-run.ts';

type TypedPayload = Pick<EventInput, 'type' | 'payload'>;

/** The result as fields of a payload. Whether it failed is only said where an exit code does not say it. */
function resultFields({ output, exitCode, failed }: Result): Record<string, unknown> {
  const text = contentText(output) ?? (typeof output === 'string' || Array.isArray(output) ? undefined : output);
  return {
    ...(text === undefined ? {} : { output: text }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(failed === undefined || exitCode !== undefined ? {} : { success: !failed }),
  };
}

/** The type and the payload of the event that stands for an act. A command that ran tests is a test run if their end is known. */
export function actPayload(act: Act): TypedPayload {
  switch (act.kind) {
    case 'message':
      return { type: 'message', payload: { role: act.role, content: act.text } };
    case 'command': {
      const { command, description } = act;
      const about = description === undefined ? {} : { description };
      const test = readTestRun(command, act);
      if (test === undefined) return { type: 'command_exec', payload: { command, ...about, ...resultFields(act) } };
      const { output, exitCode } = resultFields(act);
      const told = { ...(output === undefined ? {} : { output }), ...(exitCode === undefined ? {} : { exitCode }) };
      return { type: 'test_run', payload: { name: test.name, command, passed: test.passed, ...told } };
    }
    case 'edit': {
      const { operation, path, change } = act;
      return { type: 'file_edit', payload: { ...change, path, operation, ...resultFields(act) } };
    }
    case 'call':
      return { type: 'tool_call', payload: { tool_name: act.tool, tool_call_id: act.callId, input: act.input ?? {} } };
    case 'result': {
      const tool = act.tool === undefined ? {} : { tool_name: act.tool };
      return { type: 'tool_result', payload: { ...tool, tool_call_id: act.callId, ...resultFields(act) } };
    }
  }
}
