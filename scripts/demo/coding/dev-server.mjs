/** The port of a dev server is in use: stopping the process that uses it works, another port breaks the browser tests. */
import { CODING_AGENT, agent, browse, ci, edit, read, run, sessionsOf, tests, user } from '../session.mjs';

const session = sessionsOf(CODING_AGENT);
const tags = ['dev-server'];

const inUse = (port) =>
  run(
    'pnpm dev',
    1,
    `Error: listen EADDRINUSE: address already in use :::${port}\n    at Server.setupListenHandle [as _listen2] (node:net:1908:16)`,
  );
const started = (port, command = 'pnpm dev') =>
  run(command, 0, `storefront ready on http://localhost:${port} in 1.4 s`);
const holder = (port, pid) => run(`lsof -ti :${port}`, 0, String(pid));
const stop = (pid) => run(`kill ${pid}`, 0, '');
const e2ePassed = (count) => tests('end-to-end tests', true, `${count} passed (${count})`);
const refused = tests(
  'end-to-end tests',
  false,
  'Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/ (31 failed)',
);

export const devServer = [
  session(
    'coding-dev-server-checkout-button',
    { at: '2026-02-04T10:00:00Z', tags },
    user('The checkout button sits below the fold on small phones. Make it sticky and check it in the browser.'),
    read('apps/storefront/src/checkout/summary.css', '.checkout-button { margin-top: 2rem; }'),
    edit(
      'apps/storefront/src/checkout/summary.css',
      'Make the checkout button sticky',
      '+  position: sticky;\n+  bottom: 0;',
    ),
    inUse(3000),
    holder(3000, 48213),
    stop(48213),
    agent('An old dev server from this morning still held port 3000. I stopped it.'),
    started(3000),
    browse('open', 'http://localhost:3000/checkout', 'Checkout page, button visible at 360 px'),
    e2ePassed(31),
    ci(true, '1206 passed (1206)'),
  ),
  session(
    'coding-dev-server-search-box',
    { at: '2026-02-12T15:25:00Z', tags },
    user('Focus the search box when somebody presses "/" on any page of the storefront.'),
    read('apps/storefront/src/header/search-box.tsx', 'export function SearchBox() { const input = useRef(null); … }'),
    edit(
      'apps/storefront/src/header/search-box.tsx',
      'Focus the search box on "/"',
      '+useHotkey("/", () => input.current?.focus());',
    ),
    inUse(3000),
    holder(3000, 51907),
    stop(51907),
    started(3000),
    browse('open', 'http://localhost:3000/', 'Home page; pressing "/" focuses the search box'),
    e2ePassed(32),
    ci(true, '1209 passed (1209)'),
  ),
  session(
    'coding-dev-server-cover-zoom',
    { at: '2026-02-18T09:35:00Z', tags },
    user('Readers want to zoom into book covers. Add a lightbox to the product page.'),
    read('apps/storefront/src/product/cover.tsx', 'export const Cover = ({ src }) => <img src={src} alt="" />;'),
    edit('apps/storefront/src/product/cover.tsx', 'Open covers in a lightbox', '+<Lightbox src={src}>…</Lightbox>'),
    inUse(3000),
    agent('Port 3000 is taken, so I start the server on 3001.'),
    started(3001, 'PORT=3001 pnpm dev'),
    browse('open', 'http://localhost:3001/books/the-tide-clock', 'Product page with lightbox'),
    agent('The lightbox opens. The browser tests still look at port 3000, where nothing answers now.'),
    refused,
    agent('I could not get the browser tests to run.'),
    ci(false, 'The browser tests of this branch failed: 31 failed'),
  ),
  session(
    'coding-dev-server-newsletter',
    { at: '2026-02-27T13:45:00Z', tags },
    user('The newsletter form accepts an empty address. Please validate it and show the message below the field.'),
    read('apps/storefront/src/footer/newsletter.tsx', 'export function Newsletter() { return <form>…</form>; }'),
    edit(
      'apps/storefront/src/footer/newsletter.tsx',
      'Validate the address',
      '+if (!email.includes("@")) setError("Please enter an e-mail address.");',
    ),
    inUse(3000),
    holder(3000, 7730),
    stop(7730),
    started(3000),
    browse('open', 'http://localhost:3000/#newsletter', 'Form shows "Please enter an e-mail address."'),
    agent('Done. The message has role="alert", so screen readers announce it.'),
    e2ePassed(34),
    ci(true, '1216 passed (1216)'),
  ),
  session(
    'coding-dev-server-dark-mode',
    { at: '2026-03-09T10:20:00Z', tags },
    user('Dark mode: the star rating is unreadable. Fix the colours.'),
    read('apps/storefront/src/product/stars.css', '.star { color: #6b4f00; }'),
    edit(
      'apps/storefront/src/product/stars.css',
      'Lighter stars in dark mode',
      '+@media (prefers-color-scheme: dark) { .star { color: #ffd666; } }',
    ),
    inUse(3000),
    started(3005, 'PORT=3005 pnpm dev'),
    browse('open', 'http://localhost:3005/books/salt-and-ember', 'Stars readable in dark mode'),
    refused,
    agent('I could not get the browser tests to run.'),
    ci(false, 'The browser tests of this branch failed: 31 failed'),
  ),
  session(
    'coding-dev-server-basket-badge',
    { at: '2026-03-16T14:05:00Z', tags },
    user('The basket badge shows 0 after a reload although there are books in the basket.'),
    read('apps/storefront/src/header/basket-badge.tsx', 'const [count, setCount] = useState(0);'),
    edit(
      'apps/storefront/src/header/basket-badge.tsx',
      'Read the count from the stored basket',
      '-useState(0)\n+useState(() => readBasket().length)',
    ),
    inUse(3000),
    holder(3000, 60118),
    stop(60118),
    started(3000),
    browse('reload', 'http://localhost:3000/', 'Badge shows 2 after the reload'),
    user(
      'I always use port 3000 because the payment sandbox only redirects there, so never start the storefront elsewhere.',
    ),
    agent('Noted: the storefront stays on port 3000, since the payment sandbox redirects there.'),
    ci(true, '1229 passed (1229)'),
  ),
  session(
    'coding-dev-server-gift-wrap',
    { at: '2026-03-19T15:30:00Z', tags },
    user('The gift wrap option should show its price. Please check that it looks right in the basket.'),
    read('apps/storefront/src/basket/gift-wrap.tsx', 'export const GiftWrap = () => <Checkbox label="Gift wrap" />;'),
    edit(
      'apps/storefront/src/basket/gift-wrap.tsx',
      'Show the price',
      '-label="Gift wrap"\n+label={`Gift wrap (${price})`}',
    ),
    started(3000),
    browse('open', 'http://localhost:3000/basket', 'Basket; "Gift wrap (2.50)"'),
    e2ePassed(35),
    agent('The price stands behind the label, and in the summary as well.'),
    ci(true, '1231 passed (1231)'),
  ),
  session(
    'coding-dev-server-wish-list',
    { at: '2026-03-24T09:15:00Z', tags },
    user('Add "move to basket" to the wish list page and try it in the browser.'),
    read('apps/storefront/src/account/wish-list.tsx', 'export function WishList({ books }) { … }'),
    edit(
      'apps/storefront/src/account/wish-list.tsx',
      'Add "move to basket"',
      '+<button onClick={() => moveToBasket(book)}>Move to basket</button>',
    ),
    inUse(3000),
    started(3001, 'PORT=3001 pnpm dev'),
    refused,
    agent('The tests need port 3000 after all. I free it.'),
    holder(3000, 33871),
    stop(33871),
    started(3000),
    browse('click', 'http://localhost:3000/account/wish-list', 'The book moved to the basket'),
    e2ePassed(36),
    ci(true, '1237 passed (1237)'),
  ),
];
