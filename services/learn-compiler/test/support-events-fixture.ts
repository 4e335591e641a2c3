import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { newId } from '@strata/kernel/ids';

type EventBody = Pick<ClaimedEvent, 'type' | 'payload'>;

const user = (content: string): EventBody => ({ type: 'message', payload: { role: 'user', content } });
const call = (tool_name: string, input: Record<string, unknown>): EventBody => ({
  type: 'tool_call',
  payload: { tool_name, input },
});
const result = (tool_name: string, output: string, success = true): EventBody => ({
  type: 'tool_result',
  payload: { tool_name, output, success },
});
const verdict = (passed: boolean): EventBody => ({ type: 'test_run', payload: { name: 'task', passed } });

const request = (order: number): EventBody =>
  user(`I would like a refund for my order ${String(order)}, the lamp arrived broken`);

/** A successful refund: the order is found by its number after the search by e-mail finds no customer. */
const refund = (n: number): EventBody[] => [
  request(1000 + n),
  call('find_customer_by_email', { email: `customer${String(n)}@example.org` }),
  result('find_customer_by_email', 'Error: customer not found', false),
  call('find_customer_by_order', { order_id: String(1000 + n) }),
  result('find_customer_by_order', JSON.stringify({ customer_id: `c${String(n)}`, status: 'delivered' })),
  call('get_order', { order_id: String(1000 + n) }),
  result('get_order', JSON.stringify({ status: 'delivered', total: 20 + n })),
  call('refund_order', { order_id: String(1000 + n), method: 'original_payment' }),
  result('refund_order', JSON.stringify({ status: 'refunded' })),
  verdict(true),
];

/** A failed refund: the agent does not look at the order first. */
const hasty = (n: number): EventBody[] => [
  request(2000 + n),
  call('refund_order', { order_id: String(2000 + n), method: 'gift_card' }),
  result('refund_order', `Error: order ${String(2000 + n)} is not delivered yet`, false),
  call('transfer_to_human', { reason: 'refund' }),
  result('transfer_to_human', 'Transferred'),
  verdict(false),
];

/** Events of sessions of one support agent, equal on every call except for their ids. */
export function supportEvents(agentId = 'support', from = 0, count = 12): ClaimedEvent[] {
  const sessions = Array.from({ length: count }, (_, i) => from + i).flatMap((n) => [
    { id: `refund-${String(n)}`, bodies: refund(n) },
    { id: `hasty-${String(n)}`, bodies: hasty(n) },
  ]);
  let seq = from * 1000;
  return sessions.flatMap(({ id, bodies }) =>
    bodies.map((event): ClaimedEvent => ({
      ...event,
      id: newId('evt'),
      sessionId: id,
      agentId,
      namespaceId: null,
      tags: [],
      occurredAt: '2026-05-08T10:00:00.000Z',
      occurredAtGiven: false,
      seq: ++seq,
      taskId: null,
      userId: null,
      writer: null,
    })),
  );
}
