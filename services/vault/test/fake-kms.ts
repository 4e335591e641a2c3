import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type State = 'serving' | 'silent' | 'rejecting connections' | 'throttling' | 'failing' | 'denying';
type Context = Readonly<Record<string, string>>;

interface Request {
  readonly KeyId?: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Context;
}

const FAILURES: Partial<Record<State, readonly [status: number, type: string]>> = {
  throttling: [400, 'ThrottlingException'],
  failing: [500, 'KMSInternalException'],
  denying: [400, 'AccessDeniedException'],
};

/** An HTTP server with the part of AWS KMS that the vault uses: keys stay inside, ciphertexts are bound to their context. */
export class FakeKms {
  readonly #keys = new Map<string, { readonly key: Buffer; isEnabled: boolean }>();
  readonly #aliases = new Map<string, string>();
  readonly #server: Server;
  state: State = 'serving';
  /** The environment variables that point the SDK at this server. */
  readonly env: Readonly<Record<string, string>>;

  private constructor(server: Server) {
    this.#server = server.on('request', (request, response) => void this.#serve(request, response));
    this.env = {
      AWS_REGION: 'eu-test-1',
      AWS_ACCESS_KEY_ID: ['test', 'only'].join('-'),
      AWS_SECRET_ACCESS_KEY: ['not', 'checked'].join('-'),
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      VAULT_KMS_ENDPOINT: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    };
  }

  static async start(): Promise<FakeKms> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FakeKms(server);
  }

  /** Returns the ARN of a new key. `alias` names this key from now on. */
  newKey(alias?: string): string {
    const arn = `arn:aws:kms:eu-test-1:000000000000:key/${randomBytes(8).toString('hex')}`;
    this.#keys.set(arn, { key: randomBytes(32), isEnabled: true });
    if (alias !== undefined) this.#aliases.set(alias, arn);
    return arn;
  }

  enable(arn: string, isEnabled: boolean): void {
    const key = this.#keys.get(arn);
    if (key !== undefined) key.isEnabled = isEnabled;
  }

  /** Adds `env` to this process's environment. Returns a function that restores it. */
  enterEnvironment(): () => void {
    const before = Object.keys(this.env).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, this.env);
    return () => {
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.state === 'silent') return;
    if (this.state === 'rejecting connections') {
      request.socket.destroy();
      return;
    }
    const [status, body] = this.#respond(
      String(request.headers['x-amz-target']).replace('TrentService.', ''),
      JSON.parse(Buffer.concat(chunks).toString()) as Request,
    );
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
  }

  #respond(action: string, request: Request): [status: number, body: object] {
    const failure = FAILURES[this.state];
    if (failure !== undefined) return [failure[0], { __type: failure[1], message: 'simulated' }];
    const arn = this.#aliases.get(request.KeyId ?? '') ?? request.KeyId ?? '';
    const found = this.#keys.get(arn);
    if (found === undefined) return [400, { __type: 'NotFoundException', message: 'no such key' }];
    if (!found.isEnabled) return [400, { __type: 'DisabledException', message: 'the key is disabled' }];
    const context = canonical(request.EncryptionContext ?? {});
    if (action === 'Encrypt') {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', found.key, nonce).setAAD(context);
      const text = Buffer.concat([cipher.update(request.Plaintext ?? '', 'base64'), cipher.final()]);
      const blob = Buffer.concat([nonce, cipher.getAuthTag(), text]);
      return [200, { KeyId: arn, CiphertextBlob: blob.toString('base64') }];
    }
    const blob = Buffer.from(request.CiphertextBlob ?? '', 'base64');
    try {
      const decipher = createDecipheriv('aes-256-gcm', found.key, blob.subarray(0, 12));
      decipher.setAAD(context).setAuthTag(blob.subarray(12, 28));
      const text = Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]);
      return [200, { KeyId: arn, Plaintext: text.toString('base64') }];
    } catch {
      return [400, { __type: 'InvalidCiphertextException' }];
    }
  }
}

const canonical = (context: Context): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).toSorted(([one], [other]) => (one < other ? -1 : 1))));
