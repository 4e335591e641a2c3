import { describe, expect, it, test } from '@jest/globals';
import { createManifestCheck, type Manifest } from './api-schemas.ts';
import { newSecrets } from './new-secrets.ts';
import { describeOverlays, Overlay } from './overlay.ts';

const check = createManifestCheck();
const faultsOf = (manifests: readonly Manifest[]): string[] =>
  manifests.flatMap((manifest) =>
    check(manifest).map((fault) => `${manifest.kind} ${manifest.metadata?.name ?? ''}: ${fault}`),
  );

describeOverlays('Every manifest', (render, name) => {
  it('is valid for its API', () => {
    const { manifests } = render();
    expect(manifests.length).toBeGreaterThan(20);
    expect(faultsOf(manifests)).toEqual([]);
  });

  it('is in the namespace of the overlay', () => {
    const elsewhere = render().manifests.filter(
      ({ kind, metadata }) => kind !== 'Namespace' && metadata?.namespace !== 'strata',
    );
    expect(elsewhere).toEqual([]);
  });

  if (name === 'production')
    test.each(['embeddings', 'identity-providers', 'kms', 'traces'])('is valid in the option outside/%s', (folder) => {
      const { manifests } = Overlay.render(`outside/${folder}`);
      expect(manifests).toHaveLength(1);
      expect(faultsOf(manifests)).toEqual([]);
    });
});

describe('The check', () => {
  const deployment = (container: object): Manifest => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', ...container }] } },
    },
  });

  it('accepts what the API accepts', () => {
    expect(check(deployment({ ports: [{ containerPort: 1 }] }))).toEqual([]);
    expect(faultsOf(newSecrets() as unknown as Manifest[])).toEqual([]);
  });

  it.each([
    ['a field that does not exist', deployment({ readnessProbe: {} }), 'readnessProbe'],
    ['a value of another type', deployment({ ports: [{ containerPort: 'http' }] }), 'containerPort'],
    ['a missing field', deployment({ env: [{ value: 'x' }] }), 'name'],
    ['an unknown kind', { ...deployment({}), kind: 'Deploymnet' } as unknown as Manifest, 'without a schema'],
    ['an old version', { ...deployment({}), apiVersion: 'apps/v1beta1' } as unknown as Manifest, 'apiVersion'],
    [
      'a trigger without a type',
      {
        apiVersion: 'keda.sh/v1alpha1',
        kind: 'ScaledObject',
        spec: { scaleTargetRef: { name: 'd' }, triggers: [{ metadata: {} }] },
      } as unknown as Manifest,
      'type',
    ],
  ])('rejects %s', (_, manifest, part) => {
    expect(check(manifest).join('\n')).toContain(part);
  });
});
