/** The coding agents that Strata works inside, by their names on the command line. The name is also the agent id of their events. */
export const CLIENTS = ['claude-code', 'codex', 'cursor', 'gemini', 'opencode', 'vscode'] as const;

export type ClientName = (typeof CLIENTS)[number];

export const isClient = (name: unknown): name is ClientName => CLIENTS.some((client) => client === name);
