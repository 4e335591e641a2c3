import { type IScaledObject, ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import {
  type ITriggerAuthentication,
  TriggerAuthentication,
} from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import {
  type IPodMonitor,
  PodMonitor,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import {
  type IPrometheusRule,
  PrometheusRule,
} from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet, type IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import {
  HorizontalPodAutoscaler,
  type IHorizontalPodAutoscaler,
} from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job, type IJob } from 'kubernetes-models/batch/v1/Job';
import { Ingress, type IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy, type INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget, type IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap, type IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace, type INamespace } from 'kubernetes-models/v1/Namespace';
import { Secret, type ISecret } from 'kubernetes-models/v1/Secret';
import { Service, type IService } from 'kubernetes-models/v1/Service';
import { ServiceAccount, type IServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { fileURLToPath } from 'node:url';
import { createGenerator, type Config } from 'ts-json-schema-generator';

/** The kinds that the manifests use, with the published type of each. */
export interface Kinds {
  ConfigMap: IConfigMap;
  Deployment: IDeployment;
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  Ingress: IIngress;
  Job: IJob;
  Namespace: INamespace;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
  PodMonitor: IPodMonitor;
  PrometheusRule: IPrometheusRule;
  ScaledObject: IScaledObject;
  Secret: ISecret;
  Service: IService;
  ServiceAccount: IServiceAccount;
  StatefulSet: IStatefulSet;
  TriggerAuthentication: ITriggerAuthentication;
}
export type Manifest = Kinds[keyof Kinds];

const MODELS = {
  ...{ ConfigMap, Deployment, HorizontalPodAutoscaler, Ingress, Job, Namespace, NetworkPolicy, PodDisruptionBudget },
  ...{ PodMonitor, PrometheusRule, ScaledObject, Secret, Service, ServiceAccount, StatefulSet, TriggerAuthentication },
};

/** A schema of a published type, which rejects fields that the type does not have. */
export function schemaOf(file: string, type: string): AnySchemaObject {
  const config: Config = {
    path: file,
    type,
    tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)),
    skipTypeCheck: true,
    additionalProperties: false,
    expose: 'none',
    topRef: false,
  };
  return createGenerator(config).createSchema(type) as AnySchemaObject;
}

/** Every error is found, not only the first. */
export const newValidator = (): Ajv => new Ajv({ strict: false, allErrors: true });

/** One line an error. */
export const describeErrors = (errors: readonly Partial<ErrorObject>[] | null | undefined): string[] =>
  (errors ?? []).map(
    ({ instancePath = '', message = '', params = {} }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );

/**
 * A check of a manifest against the schema of its API, and that it has no field which the API does not know: such a field is
 * dropped in silence. Returns what is wrong.
 */
export function createManifestCheck(): (manifest: Manifest) => string[] {
  const validator = newValidator().addSchema(schemaOf(fileURLToPath(import.meta.url), 'Kinds'), 'kinds');
  return (manifest) => {
    const { kind } = manifest;
    const validate = kind in MODELS ? validator.getSchema(`kinds#/properties/${kind}`) : undefined;
    if (validate === undefined) return [`${kind} is a kind without a schema`];
    const unknown = validate(manifest) ? [] : describeErrors(validate.errors);
    return [...unknown, ...apiErrors(manifest)];
  };
}

function apiErrors(manifest: Manifest): string[] {
  // The type of a model does not follow from a value's kind.
  const Model = MODELS[manifest.kind] as new (data: unknown) => { validate(): void };
  try {
    new Model(manifest).validate();
    return manifest.apiVersion === (Model as unknown as Manifest).apiVersion
      ? []
      : [`${manifest.apiVersion} is not the version of the schema`];
  } catch (error) {
    return [String(error)];
  }
}
