import { AUDIT_ACTIONS, EFFECTS } from '../../../libs/contracts/dist/operations/audit-actions.js';

const NAME = 'virtual:audit-actions';

/** The module `virtual:audit-actions`: every name that an entry of an audit log may have, sorted. */
export const auditActions = () => ({
  name: 'audit-actions',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load(id) {
    if (id !== `\0${NAME}`) return undefined;
    const names = new Set([...Object.values(AUDIT_ACTIONS), ...EFFECTS]);
    return `export default ${JSON.stringify([...names].sort())};`;
  },
});
