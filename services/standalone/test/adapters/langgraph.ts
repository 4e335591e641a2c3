import { beforeAll, describe, expect, it } from '@jest/globals';
import { Annotation, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph';
import { InMemoryStore, type BaseStore, type IndexConfig } from '@langchain/langgraph-checkpoint';
import type { Strata } from '@strata/client/strata';
import { StrataStore } from '@strata/langgraph/store';
import { STORE_CASES } from './langgraph-cases.ts';
import type { CreateKey, RunExample } from './run-example.ts';

/** Words as vectors, so that the library's store ranks by the words that two texts share. */
const DIMENSIONS = 512;
const embed = (text: string): number[] => {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const at = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % DIMENSIONS, 7);
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
};
const WORDS = {
  embedQuery: (text: string) => Promise.resolve(embed(text)),
  embedDocuments: (texts: string[]) => Promise.resolve(texts.map(embed)),
} as unknown as IndexConfig['embeddings'];

/** One table of cases for the library's own store and for Strata's, and what only Strata's does. */
export function langGraphSuite(
  connect: (apiKey?: string) => Strata,
  createKey: CreateKey,
  runExample: RunExample,
): void {
  describe.each(['in memory', 'in Strata'])("LangGraph's store %s", (place) => {
    let store: BaseStore;
    beforeAll(() => {
      const index = { dims: DIMENSIONS, embeddings: WORDS };
      store = place === 'in memory' ? new InMemoryStore({ index }) : new StrataStore({ strata: connect() });
    });
    it.each(STORE_CASES)('$title', async ({ title, check }) => {
      await check(store, title.replaceAll(/[.:]/gu, ' '));
    });
  });

  describe("LangGraph's store in Strata", () => {
    const open = (options: Partial<ConstructorParameters<typeof StrataStore>[0]> = {}): StrataStore =>
      new StrataStore({ strata: connect(), ...options });

    it('serves the nodes of a graph, also in another process', async () => {
      const State = Annotation.Root({ said: Annotation<string>, known: Annotation<string> });
      const remember = async ({ said }: { said: string }, { store }: LangGraphRunnableConfig) => {
        const [found] = (await store?.search(['graph', 'ann'], { query: said, limit: 1 })) ?? [];
        await store?.put(['graph', 'ann'], said, { text: said });
        return { known: (found?.value['text'] as string | undefined) ?? '' };
      };
      const run = (said: string) =>
        new StateGraph(State)
          .addNode('remember', remember)
          .addEdge('__start__', 'remember')
          .compile({ store: open() })
          .invoke({ said });
      await expect(run('The lighthouse keeper is called Marit.')).resolves.toMatchObject({ known: '' });
      await expect(run('What is the lighthouse keeper called?')).resolves.toMatchObject({
        known: 'The lighthouse keeper is called Marit.',
      });
    });

    it('keeps the items of one end user, agent and store from another', async () => {
      const scopes = [{}, { userId: 'ann' }, { userId: 'ben' }, { userId: 'ann', agentId: 'chef' }, { store: 'other' }];
      const stores = scopes.map(open);
      for (const [n, store] of stores.entries()) await store.put(['scoped'], 'k', { text: `Harbour ${n}` });
      for (const [n, store] of stores.entries()) {
        const expected = [{ key: 'k', value: { text: `Harbour ${n}` } }];
        await expect(store.get(['scoped'], 'k')).resolves.toMatchObject(expected[0] ?? {});
        await expect(store.search(['scoped'])).resolves.toMatchObject(expected);
        await expect(store.search(['scoped'], { query: 'Harbour' })).resolves.toMatchObject(expected);
      }
      const hits = await Promise.all(stores.map((store) => store.search(['scoped'], { query: 'Harbour' })));
      expect(hits.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
    });

    it('is learned from, and what it holds is found by others', async () => {
      const strata = connect();
      const store = open({ userId: 'cleo' });
      await store.put(['learned'], 'boat', { text: 'Cleo rows a boat made of cedar' });
      await store.put(['learned'], 'twin', { text: 'Cleo rows a boat made of cedar' });
      await strata.learn({ wait: true });
      await expect(strata.context('What is the boat made of?', { userId: 'cleo' })).resolves.toContain('cedar');
      await expect(strata.context('What is the boat made of?', { userId: 'ann' })).resolves.not.toContain('cedar');
      const found = await store.search(['learned'], { query: 'boat made of cedar' });
      expect(found.map(({ key, score }) => [key, typeof score]).sort()).toEqual([
        ['boat', 'number'],
        ['twin', 'number'],
      ]);
      await store.put(['learned'], 'boat', { text: 'Cleo sails a yacht' });
      const [first] = await store.search(['learned'], { query: 'boat made of cedar' });
      expect(first?.key).toBe('twin');
    });

    it('erases what is deleted, also what was learned from it', async () => {
      const strata = connect();
      const store = open({ userId: 'dana' });
      await store.put(['erased'], 'code', { text: 'The cellar opens with the copper key' });
      await strata.learn({ wait: true });
      await store.delete(['erased'], 'code');
      await expect(store.search(['erased'], { query: 'copper key' })).resolves.toEqual([]);
      await expect(store.listNamespaces({ prefix: ['erased'] })).resolves.toEqual([]);
      const [erasure] = (await strata.api.listErasures({ limit: 1 })).items;
      while ((await strata.api.getErasure({ id: erasure?.id ?? '' })).status !== 'completed')
        await new Promise((resolve) => setTimeout(resolve, 50));
      await expect(strata.context('What opens the cellar?', { userId: 'dana' })).resolves.not.toContain('copper');
      await store.put(['erased'], 'code', { text: 'The cellar is open' });
      await expect(store.get(['erased'], 'code')).resolves.toMatchObject({ value: { text: 'The cellar is open' } });
    });

    it('keeps an item that its key may not erase, and says so', async () => {
      const store = open({ strata: connect(await createKey(['read', 'write'])) });
      await store.put(['kept'], 'k', { n: 1 });
      await expect(store.delete(['kept'], 'k')).rejects.toMatchObject({ code: 'forbidden' });
      await expect(store.get(['kept'], 'k')).resolves.toMatchObject({ value: { n: 1 } });
    });

    it('loses no item of writers at the same time', async () => {
      const writers = Array.from({ length: 4 }, () => open());
      await Promise.all(
        writers.map(async (store, writer) => {
          for (let n = 0; n < 10; n += 1) {
            await store.put(['shared', `w${writer}`], `k${n}`, { n });
            await store.put(['shared'], 'last', { writer, n });
          }
        }),
      );
      const items = await open().search(['shared'], { limit: 100 });
      expect(items).toHaveLength(41);
      expect(items.find(({ key }) => key === 'last')?.value).toMatchObject({ n: 9 });
    });

    it('refuses a value that no event can hold, and says which', async () => {
      const value = { text: 'line\n'.repeat(60_000) };
      await expect(open().put(['large'], 'k', value)).rejects.toThrow('The value of "k" is too large');
    });

    it('is shown by an example that runs', async () => {
      const run = (said: string) => runExample('langgraph.mjs', {}, [said]);
      await expect(run('I am allergic to walnuts.')).resolves.toContain('Nothing yet');
      await expect(run('Am I allergic to walnuts?')).resolves.toContain('I am allergic to walnuts.');
    });
  });
}
