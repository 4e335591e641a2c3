/** Prints text for a terminal of 80 to 100 columns. Uses colour only if the output is a terminal. */

const colourful = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const paint = (code) => (text) => (colourful ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = paint(1);
export const dim = paint(2);
export const red = paint(31);
export const green = paint(32);
export const cyan = paint(36);

export const width = Math.min(100, Math.max(80, process.stdout.columns ?? 100));

/** @param {string} line */
export const print = (line = '') => process.stdout.write(`${line}\n`);

/** Prints a heading that spans the line. */
export function heading(title) {
  print();
  print(bold(`── ${title} ${'─'.repeat(Math.max(0, width - title.length - 4))}`));
}

/**
 * Prints a text, wrapped between words.
 * @param {string} text
 * @param {{indent?: number, lead?: string, style?: (line: string) => string}} layout `lead` is printed before the first line
 */
export function paragraph(text, { indent = 0, lead = '', style = (line) => line } = {}) {
  const room = width - indent - lead.length;
  const hanging = ' '.repeat(indent + lead.length);
  for (const [at, line] of text
    .split('\n')
    .flatMap((part) => wrap(part, room))
    .entries()) {
    print(at === 0 ? `${' '.repeat(indent)}${lead}${style(line)}` : `${hanging}${style(line)}`);
  }
}

/**
 * Prints a text with a right-aligned note: on the last line of the text if both fit, else below it.
 * @param {{indent?: number, style?: (line: string) => string}} layout
 */
export function withNote(text, note, { indent = 0, style = bold } = {}) {
  const lines = wrap(text, width - indent);
  const gap = width - indent - lines.at(-1).length - note.length;
  const margin = ' '.repeat(indent);
  for (const line of lines.slice(0, -1)) print(`${margin}${style(line)}`);
  if (gap >= 2) return print(`${margin}${style(lines.at(-1))}${' '.repeat(gap)}${dim(note)}`);
  print(`${margin}${style(lines.at(-1))}`);
  print(`${' '.repeat(Math.max(indent, width - note.length))}${dim(note)}`);
}

function wrap(text, room) {
  const lines = [];
  const margin = /^\s*/.exec(text)[0];
  let line = margin;
  for (const word of text
    .trim()
    .split(/\s+/)
    .flatMap((long) => chop(long, room))) {
    if (line.trim() !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = margin;
    }
    line = line.trim() === '' ? line + word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Cuts a word that is longer than the line. */
function chop(word, room) {
  return word.length <= room ? [word] : (word.match(new RegExp(`.{1,${String(room)}}`, 'gu')) ?? [word]);
}

/** Shows progress: one changing line in a terminal, else one line per change. */
export function progressLine() {
  let shown = '';
  return {
    /** @param {string} text */
    show(text) {
      if (text === shown) return;
      shown = text;
      process.stdout.write(colourful ? `\r\u001b[2K${text}` : `${text}\n`);
    },
    end() {
      if (colourful && shown !== '') process.stdout.write('\n');
    },
  };
}

/** @param {number} share 0 to 1 */
export const percent = (share) => `${String(Math.round(share * 100))} %`;

/** `1 session`, `2 sessions` */
export const counted = (count, noun, plural = `${noun}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
