import { describe, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import type { Kinds, Manifest } from './api-schemas.ts';

const KUBECTL = process.env['KUBECTL'] ?? 'kubectl';
const FOLDER = fileURLToPath(new URL('../../deploy/kubernetes/', import.meta.url));

export const OVERLAYS = ['single', 'production'] as const;

const hasKubectl = spawnSync(KUBECTL, ['version', '--client']).status === 0;

/** What an overlay consists of. */
export class Overlay {
  readonly manifests: readonly Manifest[];

  private constructor(manifests: readonly Manifest[]) {
    this.manifests = manifests;
  }

  /** Renders a folder below `deploy/kubernetes`. Throws if kubectl rejects it. */
  static render(folder: string): Overlay {
    const { status, stdout, stderr } = spawnSync(KUBECTL, ['kustomize', FOLDER + folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${folder} cannot be rendered: ${stderr}`);
    return new Overlay(parseAllDocuments(stdout).map((document) => document.toJS() as Manifest));
  }

  /** This with all of another one. */
  with(other: Overlay): Overlay {
    return new Overlay([...this.manifests, ...other.manifests]);
  }

  /** The manifests of one kind, by name. Throws if two have the same name. */
  of<Kind extends keyof Kinds>(kind: Kind): ReadonlyMap<string, Kinds[Kind]> {
    const found = this.manifests.filter((manifest): manifest is Kinds[Kind] => manifest.kind === kind);
    const byName = new Map(found.map((manifest) => [manifest.metadata?.name ?? '', manifest]));
    if (byName.size !== found.length) throw new Error(`Two of kind ${kind} have the same name`);
    return byName;
  }

  /** What runs pods, with the template of the pods. */
  get workloads(): Workload[] {
    return (['Deployment', 'StatefulSet', 'Job'] as const).flatMap((kind) =>
      [...this.of(kind)].map(([name, { spec }]) => {
        const pod = spec?.template.spec;
        if (pod === undefined) throw new Error(`${kind} ${name} has no pod`);
        return { kind, name, labels: spec?.template.metadata?.labels ?? {}, pod };
      }),
    );
  }
}

export type PodSpec = NonNullable<NonNullable<NonNullable<Kinds['Deployment']['spec']>['template']>['spec']>;
export type Container = PodSpec['containers'][number];

export interface Workload {
  readonly kind: 'Deployment' | 'StatefulSet' | 'Job';
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
}

/** Whether labels match those of a selector, which must not be empty. */
export const selects = (
  selector: Readonly<Record<string, string>> | undefined,
  labels: Readonly<Record<string, string>>,
): boolean => {
  const wanted = Object.entries(selector ?? {});
  return wanted.length > 0 && wanted.every(([name, value]) => labels[name] === value);
};

/** Runs a suite for each overlay, and shows it as skipped without kubectl. */
export function describeOverlays(title: string, suite: (render: () => Overlay, name: string) => void): void {
  for (const name of OVERLAYS) {
    if (hasKubectl) describe(`${title}: ${name}`, () => suite(() => Overlay.render(`overlays/${name}`), name));
    else test.skip(`${title}: ${name} (skipped: needs kubectl)`, () => undefined);
  }
}
