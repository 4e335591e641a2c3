import type { OperationName } from '@strata/client/strata';
import type { ComponentType } from 'react';

/** The parts of the navigation, in their order. */
export const GROUPS = ['Overview', 'Knowledge', 'Operations', 'Organization', 'Settings'] as const;

export interface PageDefinition {
  /** Below `/console`, without a slash at its ends; at most four parts, such as `memories/:id`. */
  readonly path: string;
  /** In the navigation. */
  readonly title: string;
  /** Where it is in the navigation. Not set: it is not there, as the page of one thing of a list. */
  readonly group?: (typeof GROUPS)[number];
  /** The place in its group, smallest first. */
  readonly order?: number;
  /** The operation without which the page is of no use: it is hidden from users who may not call it. */
  readonly needs?: OperationName;
  /** Its module, which is loaded when it is opened. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}
