import type { ServiceName } from '@strata/contracts/message';
import { operationCall } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import type { Bus } from '../bus/bus.ts';
import type { OperationHandler } from './operation-handler.ts';

/** Serves every operation of one service on the bus. Throws what `requireHandlers` throws. */
export async function serveOperations(
  bus: Pick<Bus, 'serve'>,
  service: ServiceName,
  handlers: readonly OperationHandler[],
): Promise<void> {
  requireHandlers(service, handlers);
  for (const { operation, handle } of handlers)
    await bus.serve(operationCall(operation), (request, context) => handle({ body: undefined, ...request }, context));
}

/**
 * Checks that every operation of a service has exactly one handler, and no other service's operation has one. `except` names
 * operations that are served in another way. Throws an error that names the operation.
 */
export function requireHandlers(
  service: ServiceName,
  handlers: readonly Pick<OperationHandler<never>, 'operation'>[],
  { operations = OPERATIONS, except = [] as readonly string[] } = {},
): void {
  const handled = new Set<string>();
  for (const { operation } of handlers) {
    if (operation.service !== service)
      throw new Error(`${operation.name} belongs to ${operation.service}, not ${service}`);
    if (handled.has(operation.name)) throw new Error(`The operation ${operation.name} has two handlers`);
    handled.add(operation.name);
  }
  const missing = operations.find(
    ({ service: of, name }) => of === service && !handled.has(name) && !except.includes(name),
  );
  if (missing !== undefined) throw new Error(`The operation ${missing.name} has no handler`);
}
