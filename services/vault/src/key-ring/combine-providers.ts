import { unknownKey, type KeyProvider, type KeyRing } from './key-ring.ts';

/** One ring of several providers. The first wraps; each unwraps what its own keys wrapped. */
export function combineProviders([wrapping, ...others]: readonly [KeyProvider, ...KeyProvider[]]): KeyRing {
  const providers = [wrapping, ...others];
  const settings = providers.map((provider) => provider.settings).join(' and ');
  const ownerOf = (keyId: string): KeyProvider | undefined => providers.find(({ kind }) => keyId.startsWith(kind));
  return {
    settings,
    currentKeyId: () => wrapping.currentKeyId(),
    knows: async (keyId) => (await ownerOf(keyId)?.knows(keyId)) ?? false,
    wrap: (dataKey, vault) => wrapping.wrap(dataKey, vault),
    unwrap: async (wrapped, vault) => {
      const owner = ownerOf(wrapped.keyId);
      if (owner === undefined) throw unknownKey(wrapped.keyId, settings);
      return owner.unwrap(wrapped, vault);
    },
  };
}
