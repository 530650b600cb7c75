// @ts-check

/**
 * @typedef {import('./measure/requests.mjs').RequestRow} Row
 * @typedef {import('./measure/progress.mjs').ProgressRow} ProgressRow
 * @typedef {import('./measure/memory.mjs').MemoryRow} MemoryRow
 * @typedef {{ startMs: number | undefined, requests: Row[], progress: ProgressRow[], memory: MemoryRow | undefined }} Measurements
 */

/**
 * All measurements as text.
 * @param {Measurements} measured
 */
export function toTable({ requests, progress, memory }) {
  const sections = [];
  if (requests.length > 0) sections.push(requestTable(requests) + noiseWarning(requests));
  if (progress.length > 0) sections.push(progressTable(progress));
  if (memory !== undefined) sections.push(memoryLines(memory));
  return sections.join('\n\n');
}

/** @param {Row[]} rows */
function requestTable(rows) {
  const head = [
    'scenario',
    'conns',
    'target',
    'req/s',
    'x proxy',
    'opened ms',
    'p50 ms',
    'p99 ms',
    'CPU ms/call',
    'x proxy',
    'RSS MB',
    'helpers',
    'others',
  ];
  const lines = rows.map((row) => {
    const proxy = proxyOf(rows, row);
    return [
      row.scenario,
      String(row.connections),
      row.target,
      row.perSecond.toFixed(row.perSecond < 1000 ? 1 : 0),
      ratio(row.perSecond, proxy?.perSecond),
      row.openedMs.toFixed(0),
      row.p50Ms.toFixed(3),
      row.p99Ms.toFixed(3),
      row.cpuMsPerCall.toFixed(4),
      ratio(row.cpuMsPerCall, proxy?.cpuMsPerCall),
      row.residentMb.toFixed(0),
      percent(row.helpersBusy),
      percent(row.foreignBusy),
    ];
  });
  return grid([head, ...lines]);
}

const tolerableNoise = 0.1;

/** @param {Row[]} rows */
function noiseWarning(rows) {
  const worst = Math.max(...rows.map(({ foreignBusy }) => foreignBusy));
  return worst > tolerableNoise
    ? `\nOther processes used up to ${percent(worst)} of a core meanwhile: do not publish these figures.`
    : '';
}

/** @param {ProgressRow[]} rows */
function progressTable(rows) {
  const head = [
    ...['progress', 'head p50 ms', 'head p99 ms', 'first p50 ms', 'first p99 ms'],
    ...['later p50 ms', 'later p99 ms', 'streams'],
  ];
  return grid([
    head,
    ...rows.map((row) => [
      row.target,
      ...[row.headP50Ms, row.headP99Ms, row.firstP50Ms, row.firstP99Ms, row.laterP50Ms, row.laterP99Ms].map(
        (ms) => ms?.toFixed(3) ?? '-',
      ),
      String(row.streams),
    ]),
  ]);
}

/** @param {MemoryRow} memory */
function memoryLines({ calls, perSecond, residentMb, peakMb, growthMb }) {
  const curve = residentMb.filter((_, index) => index % 4 === 0).map((mb) => mb.toFixed(0));
  return [
    `memory  ${String(calls)} calls at ${perSecond.toFixed(0)}/s: peak ${peakMb.toFixed(0)} MB, second to last quarter ${signed(growthMb)} MB`,
    `        ${curve.join(' ')} MB`,
  ].join('\n');
}

/**
 * @param {readonly Row[]} rows
 * @param {Row} row
 */
function proxyOf(rows, row) {
  return find(rows, row.scenario, row.connections, 'proxy');
}

/**
 * @param {readonly Row[]} rows
 * @param {Row['scenario']} scenario
 * @param {number} connections
 * @param {Row['target']} target
 */
export function find(rows, scenario, connections, target) {
  return rows.find(
    (row) => row.scenario === scenario && row.connections === connections && row.target === target,
  );
}

/**
 * @param {number} value
 * @param {number | undefined} base
 */
function ratio(value, base) {
  return base === undefined ? '-' : (value / base).toFixed(2);
}

/** @param {number} share */
function percent(share) {
  return `${(share * 100).toFixed(0)} %`;
}

/** @param {number} value */
function signed(value) {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(1)}`;
}

/** @param {readonly (readonly string[])[]} lines */
export function grid(lines) {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, column) =>
          /^[\d.+-]+( %)?$/.test(cell)
            ? cell.padStart(widths[column] ?? 0)
            : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
