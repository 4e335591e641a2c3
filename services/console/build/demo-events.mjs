import { codingSessions } from '../../../scripts/demo/coding-agent.mjs';
import { supportSessions } from '../../../scripts/demo/support-agent.mjs';

const NAME = 'virtual:demo-events';

/** The module `virtual:demo-events`: the events that `npm run demo` captures, in the order of their time. */
export const demoEvents = () => ({
  name: 'demo-events',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const sessions = [...codingSessions, ...supportSessions].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
    const events = sessions.flatMap((session) => session.events);
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(events))});`;
  },
});
