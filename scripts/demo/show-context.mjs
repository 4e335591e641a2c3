import { bold, counted, cyan, dim, heading, paragraph, print, withNote } from './terminal.mjs';

/** Asks for a context pack and shows it: the question, what of the token budget was used, and the sections in order. */
export async function showContextPack(client, { agentId, name, query, maxTokens }) {
  const pack = await client.post('/v1/synthesize', { agentId, query, maxTokens });
  print();
  print(`${cyan(name)} asks`);
  paragraph(query, { indent: 2, style: bold });
  withNote(
    counted(pack.sections.length, 'section'),
    `${pack.totalTokens.toLocaleString('en')} of ${pack.contextPack.maxTokens.toLocaleString('en')} tokens used`,
    { indent: 2, style: dim },
  );
  for (const { type, content } of pack.sections) {
    print();
    paragraph(content, { indent: 2, lead: type === 'artifact' ? '▪ ' : '· ' });
  }
}

/** Shows where one memory comes from: the events that it rests on and the artifacts that rest on it. */
export async function showSources(client, memory, artifacts, limit = 6) {
  heading('Where a memory comes from');
  print();
  paragraph(memory.content, { indent: 2, style: bold });
  paragraph(`${memory.id}, ${memory.kind}, importance ${memory.importance}, confidence ${memory.confidence}`, {
    indent: 2,
    style: dim,
  });
  print();
  print(`  rests on ${counted(memory.sourceEvents.length, 'event')}`);
  for (const id of memory.sourceEvents.slice(0, limit)) {
    const event = await client.get(`/v1/events/${id}`);
    print(`    ${event.occurredAt.slice(0, 16).replace('T', ' ')}  ${event.sessionId}`);
    paragraph(tell(event), { indent: 6, style: dim });
  }
  if (memory.sourceEvents.length > limit) print(dim(`    and ${memory.sourceEvents.length - limit} more`));
  const resting = artifacts.filter(({ sourceMemories }) => sourceMemories.includes(memory.id));
  print(`  supports ${counted(resting.length, 'artifact')}`);
  for (const { type, title } of resting.slice(0, limit)) paragraph(title, { indent: 4, lead: `${type}: `, style: dim });
}

/** One line of what an event says. */
function tell({ type, payload }) {
  const said = payload.content ?? payload.command ?? payload.path ?? payload.url ?? payload.name ?? payload.tool_name;
  const then = payload.output ?? payload.summary ?? payload.result ?? payload.input ?? '';
  const detail = typeof then === 'string' ? then.split('\n')[0] : JSON.stringify(then);
  return `${type}  ${said}${detail === '' ? '' : `: ${detail}`}`;
}
