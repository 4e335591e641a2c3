import type { LineageEdge } from '@strata/contracts/schemas/lineage';
import type { Link } from './lineage-reader.ts';

export const toEdge = (type: LineageEdge['type'], { from, to, at }: Link): LineageEdge => ({
  from,
  to,
  type,
  timestamp: at,
});
