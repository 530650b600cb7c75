import encodeQR from 'qr';
import { html, type Html } from '../../platform/pages/page-html.js';

/** Squares around it that stay white (ISO 18004 §6.3.8). */
const border = 4;

/** A text as a picture that cameras read, in its own colours in the dark too. */
export function qrPicture(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  const size = rows.length;
  const squares = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
  );
  return html`<svg viewBox="0 0 ${size} ${size}" width="240" height="240" role="img" aria-label="${label}">
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${squares.join('')}" fill="#000" shape-rendering="crispEdges" />
  </svg>`;
}
