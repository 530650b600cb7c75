import { joinFamilies } from './metric-families.js';

const of = (worker: string, value: number) =>
  [
    ...[
      '# HELP calls_total Calls.',
      '# TYPE calls_total counter',
      `calls_total{worker="${worker}"} ${String(value)}`,
      '',
    ],
    ...['# HELP up_seconds Time.', '# TYPE up_seconds gauge', `up_seconds{worker="${worker}"} 3`, ''],
  ].join('\n');

it('[workers-metrics] describes each metric once, with all its samples behind it', () => {
  const lone = '# HELP lone Of one only.\n# TYPE lone gauge\nlone{worker="2"} 1\n';
  expect(joinFamilies([of('1', 5), `${of('2', 7)}\n${lone}`, '']).split('\n')).toEqual([
    ...['# HELP calls_total Calls.', '# TYPE calls_total counter'],
    ...['calls_total{worker="1"} 5', 'calls_total{worker="2"} 7', ''],
    ...['# HELP up_seconds Time.', '# TYPE up_seconds gauge'],
    ...['up_seconds{worker="1"} 3', 'up_seconds{worker="2"} 3', ''],
    ...['# HELP lone Of one only.', '# TYPE lone gauge', 'lone{worker="2"} 1', ''],
  ]);
});
