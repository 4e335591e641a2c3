import { randomBytes } from 'node:crypto';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { createAmqpBus, type AmqpBus, type AmqpBusOptions } from '../../src/bus/amqp.ts';
import { AmqpNames } from '../../src/bus/amqp/topology.ts';
import type { Bus } from '../../src/bus/bus.ts';
import type { ContractName } from '../../src/bus/message-codec.ts';
import { FAST_LADDER, recordingLogger, recordingObserver, type BusFixture } from './bus-fixture.ts';

/** Buses over a real broker, with a prefix of their own; `close` removes their queues. */
export class AmqpFixture implements BusFixture {
  readonly names: AmqpNames;
  readonly #url: string;
  readonly prefix = `test-${randomBytes(6).toString('hex')}`;
  readonly #prefixes = new Set([this.prefix]);
  readonly #buses: Bus[] = [];
  readonly #contracts = new Map<string, ContractName>();
  readonly #log = recordingLogger();
  readonly #observer = recordingObserver();
  #model: Promise<ChannelModel> | undefined;

  constructor(url: string) {
    this.#url = url;
    this.names = new AmqpNames(this.prefix);
  }

  /** All log lines of the buses so far. */
  get log(): string {
    return this.#log.text();
  }

  get observed(): readonly string[] {
    return this.#observer.observed;
  }

  open(options: Partial<AmqpBusOptions> = {}): AmqpBus {
    const bus = createAmqpBus({
      url: this.#url,
      service: 'test',
      instanceId: String(this.#buses.length + 1),
      logger: this.#log.logger,
      prefix: this.prefix,
      retryLadder: FAST_LADDER,
      observe: this.#observer.observe,
      ...options,
    });
    this.#buses.push(bus);
    if (options.prefix !== undefined) this.#prefixes.add(options.prefix);
    return this.#recordCommands(bus);
  }

  /** A channel beside the buses, for messages that no bus would send. */
  async rawChannel(): Promise<Channel> {
    this.#model ??= connect(this.#url);
    return (await this.#model).createChannel();
  }

  async close(): Promise<void> {
    await Promise.all(this.#buses.map((bus) => bus.close(0)));
    const channel = await this.rawChannel();
    for (const contract of this.#contracts.values()) {
      const delays = FAST_LADDER.map((delay) => this.names.delay(contract, delay));
      for (const queue of [this.names.queue(contract), this.names.deadLetters(contract), ...delays]) {
        await channel.deleteQueue(queue);
      }
    }
    for (const prefix of this.#prefixes) await channel.deleteExchange(new AmqpNames(prefix).announcements);
    await (await this.#model)?.close();
  }

  /** Records the commands that are used, since their queues outlive the buses. */
  #recordCommands(bus: AmqpBus): AmqpBus {
    const record = (contract: ContractName): void => {
      this.#contracts.set(contract.name, contract);
    };
    return {
      ...bus,
      send: (contract, payload, context) => {
        record(contract);
        return bus.send(contract, payload, context);
      },
      consume: (contract, handler, options) => {
        record(contract);
        return bus.consume(contract, handler, options);
      },
    };
  }
}
