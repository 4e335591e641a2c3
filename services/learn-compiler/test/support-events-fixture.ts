import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { newId } from '@strata/kernel/ids';

type Told = Pick<ClaimedEvent, 'type' | 'payload'>;

const user = (content: string): Told => ({ type: 'message', payload: { role: 'user', content } });
const call = (tool_name: string, input: Record<string, unknown>): Told => ({
  type: 'tool_call',
  payload: { tool_name, input },
});
const result = (tool_name: string, output: string, success = true): Told => ({
  type: 'tool_result',
  payload: { tool_name, output, success },
});
const verdict = (passed: boolean): Told => ({ type: 'test_run', payload: { name: 'task', passed } });

const request = (order: number): Told =>
  user(`I would like a refund for my order ${String(order)}, the lamp arrived broken`);

/** A refund that goes well: the order is looked up by number after the search by e-mail found nobody. */
const refund = (n: number): Told[] => [
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

/** A refund that goes wrong: nobody looked at the order first. */
const hasty = (n: number): Told[] => [
  request(2000 + n),
  call('refund_order', { order_id: String(2000 + n), method: 'gift_card' }),
  result('refund_order', `Error: order ${String(2000 + n)} is not delivered yet`, false),
  call('transfer_to_human', { reason: 'refund' }),
  result('transfer_to_human', 'Transferred'),
  verdict(false),
];

/** Sessions of one support agent, the same for every caller but for their ids. */
export function supportEvents(agentId = 'support', from = 0, count = 12): ClaimedEvent[] {
  const sessions = Array.from({ length: count }, (_, i) => from + i).flatMap((n) => [
    { id: `refund-${String(n)}`, told: refund(n) },
    { id: `hasty-${String(n)}`, told: hasty(n) },
  ]);
  let seq = from * 1000;
  return sessions.flatMap(({ id, told }) =>
    told.map((event): ClaimedEvent => ({
      ...event,
      id: newId('evt'),
      sessionId: id,
      agentId,
      namespaceId: null,
      tags: [],
      occurredAt: '2026-05-08T10:00:00.000Z',
      occurredAtGiven: false,
      seq: ++seq,
    })),
  );
}
