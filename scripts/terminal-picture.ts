import type { Cell } from './terminal-screen.js';

const cellWidth = 8.4;
const lineHeight = 20;
const margin = 20;
const barHeight = 34;

// The colours of Gantry's pages. Readers get the one for their theme.
const styleSheet = `
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; fill: #16202b }
.card { fill: #ffffff; stroke: #d9e0e7 } .bar { fill: #d9e0e7 }
.bold { font-weight: 600 } .dim { fill: #4b5a6a }
.green { fill: #1a7f37 } .red { fill: #b3261e } .yellow { fill: #8a5a00 } .blue, .cyan { fill: #0b5cad } .magenta { fill: #8250df }
@media (prefers-color-scheme: dark) {
  text { fill: #e8edf2 } .card { fill: #0f151b; stroke: #2b3642 } .bar { fill: #2b3642 } .dim { fill: #a6b3c0 }
  .green { fill: #6fdd8b } .red { fill: #ff8a80 } .yellow { fill: #ffcf66 } .blue, .cyan { fill: #5aa9ff } .magenta { fill: #d2a8ff }
}`;

/** An SVG picture of a terminal. `title` is what screen readers read. */
export function terminalPicture(rows: readonly (readonly Cell[])[], columns: number, title: string): string {
  const width = Math.ceil(columns * cellWidth + 2 * margin);
  const height = barHeight + rows.length * lineHeight + margin + 8;
  const lights = [0, 1, 2].map(
    (index) => `<circle class="bar" cx="${String(22 + index * 18)}" cy="18" r="5"/>`,
  );
  const lines = rows.map((row, index) => lineOf(row, barHeight + margin + index * lineHeight));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}" role="img">
<title>${escaped(title)}</title>
<style>${styleSheet}
</style>
<rect class="card" x="0.5" y="0.5" width="${String(width - 1)}" height="${String(height - 1)}" rx="10"/>
${lights.join('')}
${lines.filter((line) => line !== '').join('\n')}
</svg>
`;
}

/** Cells that look the same and follow each other are one text, as wide as its columns in any font. */
function lineOf(row: readonly Cell[], y: number): string {
  const runs: { look: string; text: string; column: number }[] = [];
  row.forEach(({ character, look }, column) => {
    const last = runs.at(-1);
    if (last?.look === look) last.text += character;
    else runs.push({ look, text: character, column });
  });
  return runs
    .filter(({ text }) => text.trim() !== '')
    .map(({ look, text, column }) => {
      const shown = text.trimEnd();
      const place = `x="${(margin + column * cellWidth).toFixed(1)}" y="${String(y + 4)}" textLength="${(Array.from(shown).length * cellWidth).toFixed(1)}"`;
      return `<text ${place}${look === '' ? '' : ` class="${look}"`}>${escaped(shown)}</text>`;
    })
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
