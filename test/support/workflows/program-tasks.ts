import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../clients/gateway-client.js';

/** A call that a model makes, by the name in its list. */
export interface ModelCall {
  readonly name: string;
  readonly arguments: Json;
}

/** What somebody asks a model to do: the calls of each of its turns, from what those before answered, and the same as one document. */
export interface ModelTask {
  readonly name: string;
  readonly turns: readonly ((results: readonly Json[], folder: string) => readonly ModelCall[])[];
  /** What it answers in the end, from all results in their order. */
  readonly answer: (results: readonly Json[]) => unknown;
  readonly language?: 'jq' | 'jsonata';
  readonly tasks: string;
  readonly output: string;
}

const late = [2, 5, 11];
const count = 12;
const numbers = Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'));

/** The folder that the tasks are about. */
export function fillFolder(folder: string): void {
  for (const part of ['reports', 'drafts', 'config']) mkdirSync(join(folder, part), { recursive: true });
  for (const [index, number] of numbers.entries()) {
    const state = late.includes(index) ? 'overdue' : 'on time';
    const line = `Item ${number} was looked at by the team and found to be in good order.\n`;
    writeFileSync(
      join(folder, `reports/report-${number}.txt`),
      `Report ${number}\nState: ${state}\n${line.repeat(20 + index)}`,
    );
  }
  for (const number of numbers.slice(0, 6))
    writeFileSync(join(folder, `drafts/draft-${number}.md`), `# Draft ${number}\n`);
  for (const name of ['a', 'b', 'c'])
    writeFileSync(join(folder, `config/${name}.json`), JSON.stringify({ name, debug: name === 'b' }));
  const people = numbers.map((number, index) => ({
    ...{ name: `Person ${number}`, entityType: 'person' },
    observations: [`works at ${index % 3 === 0 ? 'Acme' : 'Globex'}`, `was born in 19${number}`],
  }));
  writeFileSync(join(folder, 'people.json'), JSON.stringify(people));
}

const files = (name: string, args: Json): ModelCall => ({ name: `files__${name}`, arguments: args });
const said = (result: Json | undefined): string => String((result?.['structuredContent'] as Json)['content']);
const text = (result: Json | undefined): string =>
  String(((result?.['content'] as Json[])[0] as Json)['text']);
const namesIn = (result: Json | undefined): string[] =>
  said(result)
    .split('\n')
    .map((line) => line.replace('[FILE] ', ''))
    .filter(Boolean);
const listing = (part: string) => (_: readonly Json[], folder: string) => [
  files('list_directory', { path: `${folder}/${part}` }),
];
const readAll =
  (part: string, more: Json = {}) =>
  ([list]: readonly Json[], folder: string) =>
    namesIn(list).map((name) => files('read_text_file', { path: `${folder}/${part}/${name}`, ...more }));
const infoOfAll = ([list]: readonly Json[], folder: string) =>
  namesIn(list).map((name) => files('get_file_info', { path: `${folder}/reports/${name}` }));
const sizeOf = (result: Json): number => Number(/size: (\d+)/.exec(said(result))?.[1]);
const entitiesOf = (result: Json | undefined) =>
  (result?.['structuredContent'] as Json)['entities'] as Json[];

const list = (part: string) =>
  `- list: { call: list_directory@files, with: { path: '\${ $workflow.input.folder & "/${part}" }' } }`;
const each = (part: string, call: string, as: string, more = '') => `- each:
    for: { each: file, in: '\${ $split(content, "\\n").$substringAfter($, "[FILE] ") }' }
    metadata: { maxConcurrency: 6 }
    do:
    - one: { call: ${call}@files, with: { path: '\${ $workflow.input.folder & "/${part}/" & $file }'${more} }, output: { as: '\${ ${as} }' } }`;
const size = '$number($substringBefore($substringAfter(content, "size: "), "\\n"))';

export const modelTasks: readonly ModelTask[] = [
  {
    name: 'Which of 12 reports are overdue?',
    turns: [listing('reports'), readAll('reports')],
    answer: ([first, ...reports]) =>
      namesIn(first).filter((_, index) => said(reports[index]).includes('overdue')),
    tasks: `${list('reports')}\n${each('reports', 'read_text_file', '{ "file": $file, "late": $contains(content, "overdue") }')}`,
    output: '[$[late].file]',
  },
  {
    name: 'How large are they together?',
    turns: [listing('reports'), infoOfAll],
    answer: ([, ...infos]) => infos.reduce((sum, info) => sum + sizeOf(info), 0),
    tasks: `${list('reports')}\n${each('reports', 'get_file_info', size)}`,
    output: '$sum($)',
  },
  {
    name: 'Which one is the largest?',
    turns: [listing('reports'), infoOfAll],
    answer: ([first, ...infos]) => {
      const sizes = infos.map(sizeOf);
      return namesIn(first)[sizes.indexOf(Math.max(...sizes))];
    },
    tasks: `${list('reports')}\n${each('reports', 'get_file_info', `{ "file": $file, "size": ${size} }`)}`,
    output: '$[size = $max($$.size)].file',
  },
  {
    name: 'Write an index of their first lines',
    turns: [
      listing('reports'),
      readAll('reports', { head: 1 }),
      ([, ...lines], folder) => [
        files('write_file', {
          path: `${folder}/index.txt`,
          content: lines.map((line) => said(line).trim()).join('\n'),
        }),
      ],
    ],
    answer: () => 'done',
    tasks: `${list('reports')}\n${each('reports', 'read_text_file', '$trim(content)', ', head: 1')}
- write: { call: write_file@files, with: { path: '\${ $workflow.input.folder & "/index.txt" }', content: '\${ $join($, "\\n") }' } }`,
    output: '"done"',
  },
  {
    name: 'Rename 6 drafts',
    turns: [
      listing('drafts'),
      ([first], folder) =>
        namesIn(first).map((name) =>
          files('move_file', {
            source: `${folder}/drafts/${name}`,
            destination: `${folder}/drafts/${name.replace('draft', 'final')}`,
          }),
        ),
    ],
    answer: () => 'done',
    tasks: `${list('drafts')}
- each:
    for: { each: file, in: '\${ $split(content, "\\n").$substringAfter($, "[FILE] ") }' }
    do:
    - one:
        call: move_file@files
        with:
          source: '\${ $workflow.input.folder & "/drafts/" & $file }'
          destination: '\${ $workflow.input.folder & "/drafts/" & $replace($file, "draft", "final") }'`,
    output: '"done"',
  },
  {
    name: 'Copy 3 files to a backup',
    turns: [
      (_, folder) => [
        files('create_directory', { path: `${folder}/backup` }),
        ...['a', 'b', 'c'].map((name) => files('read_text_file', { path: `${folder}/config/${name}.json` })),
      ],
      ([, ...read], folder) =>
        ['a', 'b', 'c'].map((name, index) =>
          files('write_file', { path: `${folder}/backup/${name}.json`, content: said(read[index]) }),
        ),
    ],
    answer: () => 'done',
    tasks: `- make: { call: create_directory@files, with: { path: '\${ $workflow.input.folder & "/backup" }' } }
- each:
    for: { each: name, in: '\${ ["a", "b", "c"] }' }
    do:
    - read: { call: read_text_file@files, with: { path: '\${ $workflow.input.folder & "/config/" & $name & ".json" }' } }
    - write: { call: write_file@files, with: { path: '\${ $workflow.input.folder & "/backup/" & $name & ".json" }', content: '\${ content }' } }`,
    output: '"done"',
  },
  {
    name: 'Are two files the same?',
    turns: [
      (_, folder) =>
        ['a', 'b'].map((name) => files('read_text_file', { path: `${folder}/config/${name}.json` })),
    ],
    answer: ([one, other]) => said(one) === said(other),
    tasks: `- one: { call: read_text_file@files, with: { path: '\${ $workflow.input.folder & "/config/a.json" }' } }
- other: { call: read_text_file@files, with: { path: '\${ $workflow.input.folder & "/config/b.json" }' } }`,
    output: '$steps.one.content = $steps.other.content',
  },
  {
    name: 'Put 12 people of a file into the memory',
    turns: [
      (_, folder) => [files('read_text_file', { path: `${folder}/people.json` })],
      ([read]) => [
        { name: 'memory__create_entities', arguments: { entities: JSON.parse(said(read)) as unknown } },
      ],
    ],
    answer: () => 'done',
    language: 'jq',
    tasks: `- read: { call: read_text_file@files, with: { path: '\${ $workflow.input.folder + "/people.json" }' } }
- put: { call: create_entities@memory, with: { entities: '\${ .content | fromjson }' } }`,
    output: '"done"',
  },
  {
    name: 'Who in the memory works at Acme?',
    turns: [() => [{ name: 'memory__read_graph', arguments: {} }]],
    answer: ([graph]) =>
      entitiesOf(graph)
        .filter(({ observations }) => (observations as string[]).includes('works at Acme'))
        .map(({ name }) => name),
    tasks: '- graph: { call: read_graph@memory }',
    output: '[entities["works at Acme" in observations].name]',
  },
  {
    name: 'Add up 8 numbers, each to the sum before',
    turns: [1, 2, 3, 4, 5, 6, 7].map((_, index) => (results: readonly Json[]) => [
      {
        name: 'everything__get-sum',
        arguments: { a: index === 0 ? 10 : sumIn(results.at(-1)), b: (index + 2) * 10 },
      },
    ]),
    answer: (results) => sumIn(results.at(-1)),
    tasks: `- begin: { set: { sum: 10 } }
- each:
    for: { each: n, in: '\${ [2, 3, 4, 5, 6, 7, 8] }' }
    do:
    - add: { call: get-sum@everything, with: { a: '\${ sum }', b: '\${ $n * 10 }' }, output: { as: '\${ { "sum": $number($substringBefore($substringAfter($, " is "), ".")) } }' } }`,
    output: 'sum',
  },
];

function sumIn(result: Json | undefined): number {
  return Number(/ is (\d+)/.exec(text(result))?.[1]);
}
