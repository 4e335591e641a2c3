import { digestEvent } from '../src/compile/digest-event.ts';
import type { SessionSteps } from '../src/compile/types.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';

type Line = readonly [type: ClaimedEvent['type'], payload: unknown, tags?: readonly string[]];

/** A captured event with defaults for all but its type and payload. */
export function writtenEvent(
  type: ClaimedEvent['type'],
  payload: unknown,
  more: Partial<ClaimedEvent> = {},
): ClaimedEvent {
  return {
    id: 'event-1',
    type,
    sessionId: 'session-1',
    agentId: 'agent-1',
    namespaceId: null,
    payload: payload as ClaimedEvent['payload'],
    tags: [],
    occurredAt: '2024-03-06T10:00:00.000Z',
    occurredAtGiven: false,
    seq: 1,
    taskId: null,
    userId: null,
    writer: null,
    ...more,
  };
}

/** A call and its result, as two lines. */
export function used(tool: string, input: object, output: unknown): Line[] {
  return [
    ['tool_call', { tool_name: tool, input }],
    ['tool_result', { tool_name: tool, output }],
  ];
}

export const said = (role: string, content: string): Line => ['message', { role, content }];
export const ended = (passed: boolean): Line => ['test_run', { name: 'task', passed }];

/** Digests sessions that are written line by line. Event ids start with `prefix`, so that those of two tenants differ. */
export function writtenSessions(sessions: readonly (readonly Line[])[], prefix = 'a'): SessionSteps[] {
  let seq = 0;
  return sessions.map((lines, number) => {
    const sessionId = `${prefix}-session-${String(number)}`;
    return {
      sessionId,
      steps: lines.flatMap(([type, payload, tags = []], line) => {
        seq++;
        return digestEvent(
          writtenEvent(type, payload, {
            id: `${prefix}-${String(number)}-${String(line)}`,
            sessionId,
            seq,
            tags: [...tags],
          }),
        ).steps;
      }),
    };
  });
}

/** Sessions of a support agent. Refunds succeed after the order is looked up; a wrong order number is solved by listing orders. */
export function supportSessions(): Line[][] {
  const refund = (order: string, passed: boolean): Line[] => [
    said('user', `Hello, I would like a refund for the broken lamp in order ${order}`),
    ...used('get_order', { order_id: order }, { order_id: order, status: 'delivered', total: 42 }),
    ...used('refund_order', { order_id: order, reason: 'damaged' }, { ok: true, refund_id: `R${order}` }),
    ended(passed),
  ];
  const lost = (order: string): Line[] => [
    said('user', `Where is my parcel? The order is ${order}`),
    ...used('get_order', { order_id: order }, `Error: order ${order} does not exist in this region`),
    ...used('list_orders', { customer: `c_${order}` }, [{ order_id: `X${order}` }]),
    ...used('get_order', { order_id: `X${order}` }, { order_id: `X${order}`, status: 'shipped' }),
    ...used('send_tracking', { order_id: `X${order}` }, 'sent'),
    ended(true),
  ];
  const hasty = (order: string): Line[] => [
    said('user', `I want a refund for order ${order}, it arrived broken`),
    ...used('refund_order', { order_id: order, reason: 'damaged' }, `Error: order ${order} was not looked up`),
    ...used('refund_order', { order_id: order, reason: 'damaged' }, `Error: order ${order} was not looked up`),
    ended(false),
  ];
  return [
    ...['1001', '1002', '1003', '1004', '1005', '1006'].map((order) => refund(order, true)),
    refund('1007', false),
    ...['2001', '2002', '2003'].map(lost),
    ...['3001', '3002', '3003', '3004'].map(hasty),
  ];
}
