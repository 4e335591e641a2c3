/** The page's style: two columns on wide screens, one on narrow ones. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1c1917; --quiet: #6b6560; --line: #e7e5e4; --paper: #fff; --side: #fafaf9;
  --link: #0f5f59; --code: #f5f5f4; --panel: #1b2230; --panel-text: #e5e9f0; --panel-line: #313a4c;
  --get: #0f766e; --post: #1d4ed8; --patch: #a16207; --delete: #b91c1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e7e5e4; --quiet: #a8a29e; --line: #33302e; --paper: #171514; --side: #1c1a19;
    --link: #5eead4; --code: #292524; --panel: #0f1420; --panel-line: #2a3243;
    --get: #2dd4bf; --post: #93c5fd; --patch: #fcd34d; --delete: #fca5a5;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr); background: var(--paper); color: var(--text);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--link); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .86em; }
:not(pre) > code { background: var(--code); border-radius: 4px; padding: .1em .35em; overflow-wrap: anywhere; }
pre { margin: 0; overflow-x: auto; line-height: 1.5; }

aside { border-right: 1px solid var(--line); background: var(--side); }
aside .wide { padding: 0 1.25rem 2rem; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
aside .title { margin: 0; padding: 1.25rem 0 .5rem; font-weight: 650; font-size: 1.1rem; }
aside .title a { color: inherit; text-decoration: none; }
.version { color: var(--quiet); font-weight: 400; font-size: .85rem; }
aside .small, aside > .title { display: none; }
nav { font-size: .875rem; line-height: 1.4; }
nav h2 { margin: 1.4rem 0 .35rem; font-size: .75rem; letter-spacing: .05em; text-transform: uppercase; }
nav h2 a { color: var(--quiet); text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: flex; gap: .5rem; padding: .22rem 0; color: inherit; text-decoration: none; }
nav li a:hover { color: var(--link); }
nav .method { flex: none; width: 3.1rem; font-size: .62rem; line-height: 1.9; }

main { min-width: 0; max-width: 88rem; }
.prose { padding: 0 2.5rem; max-width: 52rem; }
h1 { margin: 2.25rem 0 .25rem; font-size: 2rem; line-height: 1.2; letter-spacing: -.015em; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.4rem; line-height: 1.3; }
h3 { margin: 0 0 .25rem; font-size: 1.15rem; line-height: 1.35; }
h4 { margin: 1.75rem 0 .35rem; font-size: .95rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover { text-decoration: underline; }
p { margin: .6rem 0; }
.formats { color: var(--quiet); margin-top: 0; }
header pre { background: var(--code); border-radius: 6px; padding: .8rem 1rem; }

.chapter { border-top: 1px solid var(--line); margin-top: 3rem; }
.operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); margin: 1.5rem 0 3.5rem; }
.operation > .prose { max-width: none; }
.operation:target h3 a { text-decoration: underline; }
.route { margin: 0 0 .75rem; }
.route code { font-size: .95em; background: none; padding: 0; }
.method { font: 700 .72rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: .02em; }
.method.get { color: var(--get); } .method.post { color: var(--post); }
.method.patch { color: var(--patch); } .method.delete { color: var(--delete); }

.fields, .errors { list-style: none; margin: 0; padding: 0; }
.fields > li { padding: .55rem 0; border-bottom: 1px solid var(--line); }
.fields > li:last-child { border-bottom: 0; }
.field { display: flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: baseline; }
.field .name { font-weight: 600; background: none; padding: 0; }
.type, .bound, .place { color: var(--quiet); font-size: .82rem; overflow-wrap: anywhere; }
.required, .optional { font-size: .75rem; }
.optional { color: var(--quiet); font-style: italic; }
.required { color: var(--patch); font-weight: 600; }
.enum { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: .3rem; }
.enum code { font-size: .78rem; }
.about { color: var(--quiet); font-size: .9rem; }
.fields details { margin-top: .35rem; }
.fields details > .fields { border-left: 2px solid var(--line); margin: .3rem 0 0 .2rem; padding-left: .9rem; }
summary { cursor: pointer; }
.fields summary { font-size: .82rem; color: var(--link); }
.errors > li { padding: .2rem 0; }
.errors pre { background: var(--code); border-radius: 6px; padding: .7rem .9rem; margin: .4rem 0 .6rem; }
.status { font: 600 .8rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--get); }
.status.bad { color: var(--delete); }
h4 .status { font-size: .85rem; }

.examples { padding: 0 2rem 0 0; align-self: start; position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
.examples h5 { margin: .2rem 0 .3rem; font-size: .8rem; color: var(--quiet); font-weight: 600; }
.examples details, .examples > pre {
  background: var(--panel); color: var(--panel-text); border: 1px solid var(--panel-line); border-radius: 8px; margin-bottom: .6rem;
}
.examples summary { padding: .5rem .9rem; font-size: .82rem; color: #b7c0d1; }
.examples details[open] > summary { border-bottom: 1px solid var(--panel-line); }
.examples pre { padding: .75rem .9rem; font-size: .8rem; }
.examples pre, .errors pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.examples .status { color: #5eead4; } .examples .status.bad { color: #fca5a5; }
.examples .k { color: #93c5fd; } .examples .s { color: #a7d8a4; } .examples .n { color: #f0b97d; }

@media (max-width: 75rem) {
  .operation { display: block; }
  .examples { padding: 1.25rem 2.5rem 0; position: static; max-height: none; max-width: 52rem; }
}
@media (max-width: 50rem) {
  body { display: block; }
  aside { border: 0; border-bottom: 1px solid var(--line); }
  aside .wide { display: none; }
  aside .small { display: block; padding: 0 1.1rem .9rem; }
  aside > .title { display: block; padding: .9rem 1.1rem .3rem; }
  nav li a { padding: .4rem 0; }
  .prose { padding: 0 1.1rem; }
  .examples { padding: 1rem 1.1rem 0; }
  h1 { font-size: 1.6rem; }
}
@media print {
  aside { display: none; } body { display: block; } .operation { display: block; break-inside: avoid-page; }
  .examples { position: static; max-height: none; }
}
`;
