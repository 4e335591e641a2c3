import { expect, it } from '@jest/globals';
import { describeOverlays } from './overlay.ts';

describeOverlays('Every pod', (render) => {
  const { workloads } = render();

  it.each(workloads.map((workload) => [`${workload.kind} ${workload.name}`, workload.pod] as const))(
    'is confined and bounded: %s',
    (_, pod) => {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: expect.any(Number),
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod).not.toHaveProperty(field);
      for (const volume of pod.volumes ?? []) expect(volume).not.toHaveProperty('hostPath');
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: {
            requests: { cpu: expect.any(String), memory: expect.any(String) },
            limits: { memory: expect.any(String) },
          },
        });
        expect(container.securityContext).not.toHaveProperty('privileged');
        expect(container.securityContext?.capabilities).not.toHaveProperty('add');
        for (const port of container.ports ?? []) expect(port).not.toHaveProperty('hostPort');
      }
    },
  );

  it('is in a namespace that admits no other', () => {
    expect([...render().of('Namespace').values()]).toMatchObject([
      { metadata: { name: 'strata', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } },
    ]);
  });
});
