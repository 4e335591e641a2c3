const MISSING: Readonly<Record<string, string>> = {
  'ingest.storeEvents': 'These events are accepted, and not stored',
  'learn-compiler.queueLearning': 'These learn jobs failed',
  'enterprise-org.recordAccesses': 'These reads are not in the access log',
  'enterprise-org.recordAccessBundle': 'These reads are not in the access log',
  'enterprise-org.recordAudit': 'These changes are not in the audit log',
  'gateway.revokeKeysOfUser': 'The keys of these former members may still work',
};

/** What is missing because of a dead letter of this command. Empty for a command of a newer service. */
export const whatIsMissing = (command: string): string => MISSING[command] ?? '';
