import { bold, counted, cyan, dim, heading, paragraph, print, withNote } from './terminal.mjs';

/** Requests a context pack and shows the question, the tokens used and the sections in order. */
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

const SHOWN_SOURCES = 6;

/** Shows the lineage of one memory: its source events, oldest first, and the artifacts compiled from it. */
export async function showSources(client, memory, artifacts) {
  heading('Where a memory comes from');
  print();
  paragraph(memory.content, { indent: 2, style: bold });
  paragraph(`${memory.id}, ${memory.kind}, importance ${memory.importance}, confidence ${memory.confidence}`, {
    indent: 2,
    style: dim,
  });
  print();
  print(`  compiled from ${counted(memory.sourceEvents.length, 'event')}`);
  const events = await Promise.all(memory.sourceEvents.map((id) => client.get(`/v1/events/${id}`)));
  events.sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1));
  for (const event of events.slice(0, SHOWN_SOURCES)) {
    print(`    ${event.occurredAt.slice(0, 16).replace('T', ' ')}  ${event.sessionId}`);
    paragraph(summaryOf(event), { indent: 6, style: dim });
  }
  if (events.length > SHOWN_SOURCES) print(dim(`    and ${events.length - SHOWN_SOURCES} more`));
  const compiled = artifacts.filter(({ sourceMemories }) => sourceMemories.includes(memory.id));
  print(`  evidence for ${counted(compiled.length, 'artifact')}`);
  for (const { type, title } of compiled) paragraph(title, { indent: 4, lead: `${type}: `, style: dim });
}

/** One line about an event. */
function summaryOf({ type, payload }) {
  const subject =
    payload.content ?? payload.command ?? payload.path ?? payload.url ?? payload.name ?? payload.tool_name;
  const result = payload.output ?? payload.summary ?? payload.result ?? payload.input ?? '';
  const detail = typeof result === 'string' ? result.split('\n')[0] : JSON.stringify(result);
  return `${type}  ${subject}${detail === '' ? '' : `: ${detail}`}`;
}
