/* global document, requestAnimationFrame -- of the page */
import { summarise } from '../load/latencies.mjs';

/**
 * Scrolls an element of the page by so many pixels a frame: for some seconds, or until it has shown the last of `rows`.
 * @returns {Promise<import('../load/latencies.mjs').Measured>} of the frames: the milliseconds from each to the next
 */
export async function scrollBy(page, selector, { pixels, seconds, rows, rowPx }) {
  const times = await page.evaluate(runInPage, { selector, pixels, seconds, rows, rowPx });
  const gaps = times.slice(1).map((time, at) => time - times[at]);
  return summarise(gaps, times.at(-1) - times[0]);
}

/** Runs in the page: the time of each frame. */
function runInPage({ selector, pixels, seconds, rows, rowPx }) {
  const list = document.querySelector(selector);
  return new Promise((resolve) => {
    const times = [];
    const step = (now) => {
      times.push(now);
      const isDone =
        seconds === undefined
          ? list.scrollTop + list.clientHeight >= rows * rowPx - rowPx
          : now - times[0] >= seconds * 1000;
      if (isDone) {
        resolve(times);
        return;
      }
      list.scrollTop += pixels;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}

/** The bytes of JavaScript that the page holds after a collection. */
export async function readHeap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** A list without a framework: only the rows in sight are elements, which are filled anew as the list scrolls. */
export const bareListHtml = (rows, rowPx) => `<!doctype html>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem 2rem 2rem 16rem }
  #list { height: 70vh; overflow: auto; border: 1px solid #ccc }
  #body { position: relative; height: ${rows * rowPx}px }
  .row { position: absolute; top: 0; left: 0; display: flex; gap: 1rem; align-items: center; width: 100%; height: ${rowPx}px; border-bottom: 1px solid #ccc; contain: strict }
  .row div { flex: 1 1 0; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .row div:nth-child(3) { flex-grow: 4 }
</style>
<div id="list"><div id="body"></div></div>
<script>
  const texts = Array.from({ length: ${rows} }, (_, n) => [
    n + ' minutes ago', 'message', 'The crane crew moved container ' + n + ' from the quay to the yard before the tide turned.', 'bench-lists', 'session-' + Math.floor(n / 100),
  ]);
  const [list, body] = [document.querySelector('#list'), document.querySelector('#body')];
  const pool = [];
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ${rowPx}) - 12);
    const last = Math.min(texts.length, Math.ceil((list.scrollTop + list.clientHeight) / ${rowPx}) + 12);
    for (let at = first; at < last; at++) {
      const slot = at % 64;
      pool[slot] ??= body.appendChild(Object.assign(document.createElement('div'), { className: 'row', innerHTML: '<div></div>'.repeat(5) }));
      if (pool[slot].at === at) continue;
      pool[slot].at = at;
      pool[slot].style.transform = 'translateY(' + at * ${rowPx} + 'px)';
      for (let cell = 0; cell < 5; cell++) pool[slot].children[cell].textContent = texts[at][cell];
    }
  };
  list.addEventListener('scroll', draw, { passive: true });
  draw();
</script>`;
