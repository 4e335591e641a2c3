import type { Session } from './session.ts';

/**
 * Work on one session that is done once for it, as long as what it depends on besides (`by`) is the same object. Sessions
 * that did not change are the same objects in the next compilation, so only new ones cost anything there.
 */
export function perSession<By, Result>(
  work: (session: Session, by: By) => Result,
): (session: Session, by: By) => Result {
  const known = new WeakMap<Session, { readonly by: By; readonly result: Result }>();
  return (session, by) => {
    const last = known.get(session);
    if (last !== undefined && last.by === by) return last.result;
    const result = work(session, by);
    known.set(session, { by, result });
    return result;
  };
}
