import type { CommandEntry } from './cli.ts';

/** All commands, in the order of the help. A module is loaded when its command is called. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  login: { summary: 'sign in, and keep an API key for later', load: () => import('./commands/login.ts') },
  logout: { summary: 'forget the kept API key', load: () => import('./commands/logout.ts') },
  status: { summary: 'show the service and its usage', load: () => import('./commands/status.ts') },
  doctor: { summary: 'find out why something does not work', load: () => import('./commands/doctor.ts') },
  ask: { summary: 'print what is known that fits a question', load: () => import('./commands/ask.ts') },
  capture: { summary: 'store a text, or events from standard input', load: () => import('./commands/capture.ts') },
  import: {
    summary: 'send what other tools left on this disk',
    load: () => import('./commands/import.ts'),
  },
  learn: { summary: 'compile what was captured', load: () => import('./commands/learn.ts') },
  memories: { summary: 'list memories', load: () => import('./commands/memories.ts') },
  artifacts: { summary: 'list artifacts, or show one', load: () => import('./commands/artifacts.ts') },
  why: { summary: 'say what a memory or an artifact rests on', load: () => import('./commands/why.ts') },
  forget: {
    summary: 'delete a memory, or all of a user, agent or session',
    load: () => import('./commands/forget.ts'),
  },
  jobs: { summary: 'follow a job', load: () => import('./commands/jobs.ts') },
  keys: { summary: 'manage API keys', load: () => import('./commands/keys.ts') },
  export: { summary: 'write everything to a file', load: () => import('./commands/export.ts') },
  restore: { summary: 'capture the events of an export again', load: () => import('./commands/restore.ts') },
  connect: { summary: 'work inside coding agents', load: () => import('./commands/connect.ts') },
  disconnect: { summary: 'leave coding agents', load: () => import('./commands/disconnect.ts') },
  mcp: { summary: 'serve MCP on standard input and output', load: () => import('./commands/mcp.ts') },
  completion: { summary: 'print a completion script for a shell', load: () => import('./commands/completion.ts') },
};
