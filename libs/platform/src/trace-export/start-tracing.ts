import { loadConfig } from '../config/load-config.ts';
import type { Closeable } from '../lifecycle/closeable.ts';
import type { SdkParts } from './open-sdk.ts';
import { isConfigured, tracingSettings } from './tracing-settings.ts';

export interface TracingParts extends Omit<SdkParts, 'maxQueueSize'> {
  /** The environment of the process: the SDK reads the rest of its settings from there. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const OFF: Closeable = { close: () => Promise.resolve() };

/**
 * Starts traces if a receiver is configured, until it is closed, which sends what waits. Comes before everything that is to be
 * traced. Without a receiver not even the SDK is loaded. Throws `ConfigError` when a setting is wrong.
 */
export async function startTracing({ env, ...parts }: TracingParts): Promise<Closeable> {
  const settings = loadConfig(tracingSettings, env);
  if (!isConfigured(settings)) return OFF;
  const { openSdk } = await import('./open-sdk.ts');
  return openSdk({ ...parts, maxQueueSize: settings.OTEL_BSP_MAX_QUEUE_SIZE });
}
