import { Strata } from '../../libs/client/dist/strata.js';

const strata = new Strata({ agentId: 'support' });

// An agent works on a task. Its steps and how it ended are captured.
await strata.run({ task: 'Refund order 4471' }, async (run) => {
  await run.tool('find_order', { id: '4471' }, async () => ({ status: 'delivered', total: 30 }));
  run.message('assistant', 'Order 4471 was delivered. Refunds of delivered orders need the approval of Maya.');
});
await strata.learn({ wait: true });

// The next run asks what is known.
console.log(await strata.context('Who has to approve a refund?', { maxTokens: 300 }));
await strata.close();
