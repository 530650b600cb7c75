import { z } from 'zod';
import { weightsIn } from './accept.js';
import { csvLine } from './csv.js';
import { StreamReply } from './reply.js';

export const ExportFormat = z
  .enum(['ndjson', 'csv'])
  .optional()
  .describe('`ndjson` (JSON, a line each) or `csv`; without it what `Accept` asks for, else `ndjson`');
export type ExportFormat = 'ndjson' | 'csv';

const mediaTypes = { ndjson: 'application/x-ndjson', csv: 'text/csv' } as const;
const pieceLength = 65_536;

/** What an export is answered with, for OpenAPI. */
export const exportResponse = {
  description: 'A file, as it comes into being',
  content: {
    [mediaTypes.ndjson]: { schema: z.string() },
    [mediaTypes.csv]: { schema: z.string() },
  },
};

/** What is exported, and how a line of each kind says it. */
interface Exported<T> {
  readonly name: string;
  readonly rows: AsyncIterable<T>;
  readonly columns: readonly string[];
  readonly cells: (row: T) => readonly (string | number | boolean | null | undefined)[];
}

/** The form that a caller wants: by the query, else by `Accept`. */
export function formatWanted(format: ExportFormat | undefined, accept: string | undefined): ExportFormat {
  if (format !== undefined || accept === undefined) return format ?? 'ndjson';
  const weights = weightsIn(accept);
  const csv = weights.get(mediaTypes.csv) ?? 0;
  const json = weights.get(mediaTypes.ndjson) ?? weights.get('application/json') ?? 0;
  return csv > json ? 'csv' : 'ndjson';
}

/** A file of rows, written no faster than its reader reads; one that cannot be finished is broken off. */
export function exportReply<T>(
  { name, rows, columns, cells }: Exported<T>,
  format: ExportFormat,
): StreamReply {
  const line = format === 'csv' ? (row: T) => csvLine(cells(row)) : (row: T) => `${JSON.stringify(row)}\n`;
  const run: StreamReply['run'] = async (stream) => {
    let piece = format === 'csv' ? csvLine(columns) : '';
    try {
      for await (const row of rows) {
        piece += line(row);
        if (piece.length < pieceLength) continue;
        stream.write(piece);
        piece = '';
        await new Promise((resolve) => setImmediate(resolve));
        await stream.drained();
        if (!stream.open) return;
      }
      stream.write(piece);
    } catch (error) {
      stream.abort();
      throw error;
    }
  };
  return new StreamReply(run, mediaTypes[format], `${name}.${format}`);
}
