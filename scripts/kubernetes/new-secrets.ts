interface NewSecret {
  readonly metadata: { readonly name: string };
  readonly stringData: Readonly<Record<string, string>>;
}

const URLS = { database: 'postgres://postgres/strata', broker: 'amqp://rabbitmq', cache: 'redis://valkey' };

const { kubernetesSecrets } = (await import(new URL('secrets.mjs', import.meta.url).href)) as {
  kubernetesSecrets: (urls: typeof URLS, namespace: string) => { readonly items: readonly NewSecret[] };
};

/** The Secrets that scripts/kubernetes-secrets.mjs prints. */
export const newSecrets = (): readonly NewSecret[] => kubernetesSecrets(URLS, 'strata').items;
