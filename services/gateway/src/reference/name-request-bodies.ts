import type { oas31 } from 'zod-openapi';

const SCHEMAS = '#/components/schemas/';
const JSON_TYPE = 'application/json';

/**
 * Moves each request body whose schema is used nowhere else to the components, together with the schema and under its
 * name. Only there does openapi-typescript make fields with a default optional.
 */
export function nameRequestBodies({ components = {}, paths = {} }: oas31.OpenAPIObject): void {
  const { schemas = {} } = components;
  const uses = new Map<string, number>();
  for (const [, name = ''] of JSON.stringify([paths, schemas]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    uses.set(name, (uses.get(name) ?? 0) + 1);
  const bodies: Record<string, oas31.RequestBodyObject> = {};
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as oas31.OperationObject[])) {
    const body = operation.requestBody as oas31.RequestBodyObject | undefined;
    const media = body?.content[JSON_TYPE];
    const name = (media?.schema?.$ref ?? '').slice(SCHEMAS.length);
    const schema = schemas[name];
    if (body === undefined || media === undefined || schema === undefined || uses.get(name) !== 1) continue;
    bodies[name] = { ...body, content: { [JSON_TYPE]: { ...media, schema } } };
    operation.requestBody = { $ref: `#/components/requestBodies/${name}` };
    Reflect.deleteProperty(schemas, name);
  }
  components.requestBodies = bodies;
}
