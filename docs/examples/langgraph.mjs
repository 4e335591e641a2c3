/**
 * A graph of LangGraph that remembers what the user said.
 * STRATA_API_KEY=… node docs/examples/langgraph.mjs "I am allergic to walnuts."
 */
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { Strata } from '@strata/client/strata';
import { StrataStore } from '@strata/langgraph/store';

const [said = 'What am I allergic to?'] = process.argv.slice(2);
const State = Annotation.Root({ said: Annotation(), known: Annotation() });
const NOTES = ['notes'];

// A model would get `known` in its prompt.
async function recall({ said }, { store }) {
  const notes = await store.search(NOTES, { query: said, limit: 3 });
  return { known: notes.map(({ value }) => value.text) };
}

async function remember({ said }, { store }) {
  await store.put(NOTES, crypto.randomUUID(), { text: said });
}

const graph = new StateGraph(State)
  .addNode('recall', recall)
  .addNode('remember', remember)
  .addEdge(START, 'recall')
  .addEdge('recall', 'remember')
  .addEdge('remember', END)
  .compile({ store: new StrataStore({ strata: new Strata(), userId: 'ann' }) });

const { known } = await graph.invoke({ said });
console.log(known.length > 0 ? `Known: ${known.join(' | ')}` : 'Nothing yet.');
