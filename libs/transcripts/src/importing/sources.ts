import { homedir } from 'node:os';
import { join } from 'node:path';
import { chatgpt } from '../formats/chatgpt.ts';
import { claudeCode } from '../formats/claude-code.ts';
import { codex } from '../formats/codex.ts';
import { cursor } from '../formats/cursor.ts';
import { gemini } from '../formats/gemini.ts';
import { jsonl } from '../formats/jsonl.ts';
import { openai } from '../formats/openai.ts';
import { opencode } from '../formats/opencode.ts';
import type { Source } from '../formats/source.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface KnownSource {
  readonly source: Source;
  /** Where the tool keeps its transcripts; undefined if the user has to say. */
  readonly defaultPath: (env: Environment) => string | undefined;
}

const underHome = (...parts: readonly string[]): string => join(homedir(), ...parts);
const set = (env: Environment, name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
const noDefault = (): undefined => undefined;

/** Every source that can be imported, by its name on the command line. */
export const SOURCES = {
  'claude-code': {
    source: claudeCode,
    defaultPath: (env) => join(set(env, 'CLAUDE_CONFIG_DIR') ?? underHome('.claude'), 'projects'),
  },
  codex: { source: codex, defaultPath: (env) => join(set(env, 'CODEX_HOME') ?? underHome('.codex'), 'sessions') },
  gemini: { source: gemini, defaultPath: () => underHome('.gemini', 'tmp') },
  opencode: {
    source: opencode,
    defaultPath: (env) =>
      set(env, 'OPENCODE_DB') ?? join(set(env, 'XDG_DATA_HOME') ?? underHome('.local', 'share'), 'opencode'),
  },
  cursor: { source: cursor, defaultPath: () => underHome('.cursor', 'chats') },
  chatgpt: { source: chatgpt, defaultPath: noDefault },
  openai: { source: openai, defaultPath: noDefault },
  jsonl: { source: jsonl, defaultPath: noDefault },
} as const satisfies Readonly<Record<string, KnownSource>>;

export type SourceName = keyof typeof SOURCES;
