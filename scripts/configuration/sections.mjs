/**
 * The sections of the configuration page, each with its schema.
 * @param {(path: string) => Promise<Record<string, unknown>>} load imports a module by its path below the repository, without ending
 */
export async function configurationSections(load) {
  const { processSettings, databaseSettings } = await load('libs/platform/src/service/service-settings');
  const without = Object.keys(databaseSettings.shape);
  const section = async (title, note, path, schema) => ({ title, note, schema: (await load(path))[schema], without });
  return [
    await section(
      'Standalone',
      'These apply to `npm start`, in addition to the settings of every service below.',
      'services/standalone/src/config',
      'standaloneConfigSchema',
    ),
    {
      title: 'Every process of a cluster',
      note: 'Each service runs as a process of its own.',
      schema: processSettings,
    },
    {
      title: 'Every service with a database',
      note: 'Set it for each process separately if needed.',
      schema: databaseSettings,
    },
    await section(
      'Traces',
      "OpenTelemetry's own variables, for each process. The SDK reads the others of its specification too, such as `OTEL_BSP_SCHEDULE_DELAY`; see [traces](operations.md#traces).",
      'libs/platform/src/trace-export/tracing-settings',
      'tracingSettings',
    ),
    await section(
      'Gateway',
      'HTTP, credentials, limits and alerts.',
      'services/gateway/src/config',
      'gatewayConfigSchema',
    ),
    await section('Ingest', 'Storing events.', 'services/ingest/src/config', 'ingestConfigSchema'),
    await section('Learn-compiler', 'Compiling events.', 'services/learn-compiler/src/config', 'learnConfigSchema'),
    await section('Synthesis', 'Search and context packs.', 'services/synthesis/src/config', 'synthesisConfigSchema'),
    await section(
      'Enterprise-org',
      'Organizations, policies, lifecycle.',
      'services/enterprise-org/src/config',
      'enterpriseOrgConfigSchema',
    ),
    await section('Vault', 'Secrets and their keys.', 'services/vault/src/config', 'vaultConfigSchema'),
  ];
}
