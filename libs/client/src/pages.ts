/** A page of a list: by cursor, or, of artifacts, by offset. */
export interface Page<Item> {
  readonly items: readonly Item[];
}

interface AnyPage extends Page<unknown> {
  /** Of a list by cursor. */
  readonly pagination?: { readonly cursor: string | null };
  /** Of a list by offset. */
  readonly hasMore?: boolean;
}

/** Where the page after a page begins; undefined after the last one. */
type NextPage = { readonly cursor: string } | { readonly offset: number } | undefined;

/**
 * A list: `await` it for its first page, or read all items of all pages with `for await`. Nothing is requested before one of both.
 */
export class Listing<FirstPage extends Page<unknown>, Item> implements PromiseLike<FirstPage>, AsyncIterable<Item> {
  readonly #read: (next: NextPage) => Promise<FirstPage>;
  readonly #offset: number;
  #first: Promise<FirstPage> | undefined;

  /** `offset` is where the first page begins. */
  constructor(read: (next: NextPage) => Promise<FirstPage>, offset: number) {
    this.#read = read;
    this.#offset = offset;
  }

  // A promise by nature: the first page is requested when somebody waits for it.
  then<One = FirstPage, Other = never>(
    onPage?: ((page: FirstPage) => One | PromiseLike<One>) | null,
    onError?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    this.#first ??= this.#read(undefined);
    return this.#first.then(onPage, onError);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let next: NextPage;
    let offset = this.#offset;
    do {
      const page = await this.#read(next);
      yield* page.items as Iterable<Item>;
      offset += page.items.length;
      next = nextOf(page, offset);
    } while (next !== undefined);
  }
}

function nextOf({ items, pagination, hasMore }: AnyPage, offset: number): NextPage {
  if (typeof pagination?.cursor === 'string') return { cursor: pagination.cursor };
  return hasMore === true && items.length > 0 ? { offset } : undefined;
}
