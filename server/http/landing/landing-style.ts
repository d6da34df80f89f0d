/** The style of the landing page: the tokens of app/globals.css, by the reader's preference of light and dark. */
export const LANDING_STYLE = `
:root { color-scheme: light dark;
  --canvas: light-dark(#f8f7f4, #131311); --panel: light-dark(#ffffff, #191917);
  --chip: light-dark(#efede8, #282723); --line: light-dark(#e4e1da, #2e2d29);
  --line-soft: light-dark(#eeece6, #252420); --control: light-dark(#8a867d, #78756c);
  --ink: light-dark(#1c1b19, #eeece6); --soft: light-dark(#565349, #b3b0a6); --dim: light-dark(#69665d, #9b988e);
  --accent: light-dark(#0f6b53, #4fc59d); --strong: light-dark(#0a5843, #6ad3af);
  --on-accent: light-dark(#ffffff, #06261c); --accent-soft: light-dark(#dff0ea, #16352b);
  --on-soft: light-dark(#0b5742, #74d6b4); --up: light-dark(#0f6b53, #62d1ac); --down: light-dark(#a93a27, #f29a88); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink);
  font: 16px/1.55 "Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; font-feature-settings: "cv11", "ss03"; -webkit-font-smoothing: antialiased; }
a { color: inherit; text-underline-offset: 4px; text-decoration-color: var(--control); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 6px; }
header, main { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem; }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 4.5rem; }
header nav { display: flex; align-items: center; gap: .5rem; }
.mark { display: inline-flex; align-items: center; gap: .6rem; font-weight: 640; letter-spacing: -.01em; }
.mark svg { width: 1.5rem; height: 1.5rem; }
h1 { font-size: clamp(2.1rem, 1.4rem + 3vw, 3.4rem); line-height: 1.08; letter-spacing: -.03em; font-weight: 640;
  margin: 0; text-wrap: balance; }
h2 { font-size: 1.35rem; line-height: 1.3; letter-spacing: -.015em; font-weight: 640; margin: 0; text-wrap: balance; }
h3 { font-size: 1rem; font-weight: 620; margin: 0; }
p { margin: 0; text-wrap: pretty; }
.soft { color: var(--soft); } .dim { color: var(--dim); font-size: .875rem; }
.hero { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr); gap: 3.5rem; align-items: center;
  padding: 3.5rem 0 4.5rem; }
.hero .lead { margin-top: 1.25rem; font-size: 1.125rem; max-width: 34rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.75rem; align-items: center; }
.actions form { display: contents; }
.actions + p { margin-top: .9rem; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 0 1.25rem;
  border: 1px solid var(--line); border-radius: 10px; background: var(--panel); color: var(--ink); font: inherit;
  font-weight: 560; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--chip); }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.primary:hover { background: var(--strong); border-color: var(--strong); }
.quiet { border-color: transparent; background: none; padding: 0 .9rem; }
figure { margin: 0; min-width: 0; }
figcaption { margin-top: .75rem; }
.picture { border: 1px solid var(--line); border-radius: 16px; background: var(--panel); overflow: hidden; }
.picture .top { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .9rem 1.1rem;
  border-bottom: 1px solid var(--line); font-weight: 600; }
.picture .top span { font-weight: 400; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th { text-align: right; font-weight: 500; font-size: .8125rem; color: var(--dim); padding: .6rem 1.1rem .2rem; }
td { text-align: right; padding: .7rem 1.1rem; border-top: 1px solid var(--line-soft); white-space: nowrap;
  font-variant-numeric: tabular-nums; }
tr:first-child td { border-top: 0; }
th:first-child, td:first-child { text-align: left; }
td:first-child { white-space: normal; } td small { display: block; color: var(--dim); font-size: .8125rem; }
td .old { color: var(--dim); } .up { color: var(--up); } .down { color: var(--down); }
section { padding: 3rem 0; border-top: 1px solid var(--line); }
.three { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 2rem; margin: 1.75rem 0 0; padding: 0;
  list-style: none; }
.three p { margin-top: .35rem; }
.number { display: inline-flex; width: 1.75rem; height: 1.75rem; align-items: center; justify-content: center;
  margin-bottom: .75rem; border-radius: 99px; background: var(--accent-soft); color: var(--on-soft); font-weight: 600;
  font-size: .875rem; }
footer { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; width: min(69rem, 100% - 3rem); margin: 0 auto;
  padding: 1rem 0 2rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9375rem; }
footer a { display: inline-flex; align-items: center; min-height: 44px; }
@media (min-width: 60.01rem) and (max-width: 72rem) { .hero { gap: 2.5rem; } td .wide { display: none; } }
@media (max-width: 60rem) { .hero { grid-template-columns: minmax(0, 1fr); gap: 2.5rem; padding: 2rem 0 3rem; } }
@media (max-width: 40rem) { header, main { padding-left: 1.1rem; padding-right: 1.1rem; }
  footer { width: calc(100% - 2.2rem); }
  .three { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; } .wide { display: none; } table { font-size: .875rem; }
  th, td { padding-left: .5rem; padding-right: .5rem; } td:nth-child(2) .old { display: block; } .actions .button { flex: 1 1 100%; } }
`;
