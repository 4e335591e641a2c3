import { performance } from 'node:perf_hooks';
import { summarise } from './latencies.mjs';
import { RawConnection, requestBytes } from './raw-connection.mjs';

/** Without a free connection a request waits, and the time counts. */
const CONNECTIONS = 500;
const DRAIN_MS = 15_000;

/**
 * Sends requests at a rate that does not depend on the responses. A latency counts from the moment at which the request was due.
 * All connections are open before the first one: opening hundreds at once takes the load generator most of a second, which would
 * count as latency of the measured system.
 * @param {{base: string, method: 'POST', path: string, headers: Record<string, string>, bodies: readonly string[],
 *   perSecond: number, seconds: number, expect: number}} load `expect` is the status of a served request
 * @returns {Promise<object>} `served` and `shed` (503) as `Measured`; `others` by status, or `broken`; `messages` of the 503s; `lateness`:
 *   `bySecond` has the number and the p99 of those that were due in each second; p99 in milliseconds from when a request was due until it was sent; `busy`: the share of time that the generator was busy;
 *   `endedAt`: milliseconds since 1970 at which the last one was due
 */
export async function offerRequests({ base, method, path, headers, bodies, perSecond, seconds, expect }) {
  const requests = bodies.map((body) => requestBytes({ base, method, path, headers, body }));
  const connections = await Connections.open(base);
  const [served, shed, lateness] = [[], [], []];
  const inSecond = [];
  const others = {};
  const messages = {};
  let inFlight = 0;
  const sendDue = async (dueAt, request) => {
    inFlight++;
    try {
      const connection = connections.take() ?? (await connections.next());
      lateness.push(performance.now() - dueAt);
      const { status, body } = await connection.send(request);
      connections.give(connection);
      const latency = performance.now() - dueAt;
      if (status === expect) {
        served.push(latency);
        (inSecond[Math.floor((dueAt - startedAt) / 1000)] ??= []).push(latency);
      } else if (status === 503) {
        shed.push(latency);
        count(messages, JSON.parse(body.toString()).error.message);
      } else count(others, String(status));
    } catch {
      count(others, 'broken');
    }
    inFlight--;
  };

  const before = performance.eventLoopUtilization();
  const startedAt = performance.now();
  const total = Math.round(perSecond * seconds);
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond) + 1);
    while (sent < due) void sendDue(startedAt + (sent / perSecond) * 1000, requests[sent++ % requests.length]);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const endedAt = Date.now();
  const elapsed = performance.now() - startedAt;
  const busy = performance.eventLoopUtilization(performance.eventLoopUtilization(), before).utilization;
  const drainedBy = performance.now() + DRAIN_MS;
  while (inFlight > 0 && performance.now() < drainedBy) await new Promise((resolve) => setTimeout(resolve, 10));
  const unanswered = inFlight;
  connections.close();
  return {
    offered: total,
    perSecond: total / (elapsed / 1000),
    served: summarise(served, elapsed),
    shed: summarise(shed, elapsed),
    others: unanswered > 0 ? { ...others, unanswered } : others,
    messages,
    bySecond: inSecond.map((latencies) => {
      const { count: inAll, p99 } = summarise(latencies, 1000);
      return { count: inAll, p99 };
    }),
    lateness: summarise(lateness, elapsed).p99,
    connections: connections.used,
    busy,
    endedAt,
  };
}

const count = (counts, key) => {
  counts[key] = (counts[key] ?? 0) + 1;
};

/** Kept-alive connections with one request at a time; the one that was used last comes first. */
class Connections {
  #free;
  #all;
  #waiting = [];
  /** The most that were in use at the same time. */
  used = 0;

  constructor(all) {
    this.#all = all;
    this.#free = [...all];
  }

  static async open(base) {
    const all = [];
    const first = requestBytes({ base, method: 'GET', path: '/v1/health', headers: {}, body: '' });
    while (all.length < CONNECTIONS) {
      const connection = await RawConnection.open(base);
      await connection.send(first);
      all.push(connection);
    }
    return new Connections(all);
  }

  /** A free connection; undefined if there is none. */
  take() {
    const free = this.#free.pop();
    if (free !== undefined) this.used = Math.max(this.used, this.#all.length - this.#free.length);
    return free;
  }

  /** The next connection that becomes free. */
  next() {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(connection) {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(connection);
    else next(connection);
  }

  close() {
    for (const connection of this.#all) connection.close();
  }
}
