import type { Result } from './act.ts';
import { OpenCalls, type CallAct } from './open-calls.ts';

/** The acts of a call whose record holds its result too. */
export function joinedCall(callId: string, tool: string, input: unknown, result: Result): CallAct[] {
  const calls = new OpenCalls();
  return [...calls.call(callId, tool, input, 0), ...calls.result(callId, result)];
}
