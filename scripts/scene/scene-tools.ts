import { answers, text, type Behaviour } from '../../test/support/upstreams/behaviours.js';
import type { Json } from '../../test/support/upstreams/recording-server.js';
import { tool, type ScriptedTool } from '../../test/support/upstreams/scripted-http.js';

type Kind = 'reads' | 'writes' | 'destroys';

/** What a tool of the scene is called with: `name: description`, the ones that are needed with a `!`. */
type Fields = Readonly<Record<string, string | Json>>;

function schemaOf(fields: Fields): Json {
  const entries = Object.entries(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, field]) => [
        name.replace('!', ''),
        typeof field === 'string' ? { type: 'string', description: field } : field,
      ]),
    ),
    required: entries.flatMap(([name]) => (name.endsWith('!') ? [name.slice(0, -1)] : [])),
  };
}

function made(
  name: string,
  title: string,
  description: string,
  kind: Kind,
  fields: Fields,
  run: Behaviour = answers(text('done')),
): ScriptedTool {
  return tool(name, run, {
    ...{ title, description, inputSchema: schemaOf(fields) },
    annotations: {
      readOnlyHint: kind === 'reads',
      ...(kind === 'destroys' ? { destructiveHint: true } : {}),
    },
  });
}

const limit = {
  type: 'integer',
  title: 'Limit',
  description: 'How many at most',
  minimum: 1,
  maximum: 100,
  default: 20,
};
const repo = 'Owner and name, such as acme/shop';
const answersJson = (value: Json): Behaviour =>
  answers({ ...text(JSON.stringify(value)), structuredContent: value });

export const githubTools: readonly ScriptedTool[] = [
  made(
    'search_issues',
    'Search issues',
    'Finds issues and pull requests by words, labels, author and state.',
    'reads',
    {
      'query!': { type: 'string', title: 'Query', description: 'As in the search field of GitHub' },
      state: { type: 'string', title: 'State', enum: ['open', 'closed', 'all'], default: 'open' },
      labels: { type: 'array', title: 'Labels', items: { type: 'string' } },
      limit,
    },
    answersJson({
      total: 3,
      issues: [
        {
          number: 4127,
          title: 'Checkout times out with more than 40 lines',
          state: 'open',
          labels: ['bug', 'checkout'],
        },
        { number: 4119, title: 'Retry the webhook of the payment provider', state: 'open', labels: ['bug'] },
        { number: 4098, title: 'Show taxes per line', state: 'open', labels: ['wish'] },
      ],
    }),
  ),
  made('get_issue', 'Get an issue', 'One issue with its text, labels, assignees and comments.', 'reads', {
    'repo!': repo,
    'number!': { type: 'integer' },
  }),
  made('create_issue', 'Create an issue', 'Opens an issue in a repository.', 'writes', {
    'repo!': repo,
    'title!': 'One line',
    body: 'Markdown',
  }),
  made('add_comment', 'Comment', 'Adds a comment to an issue or a pull request.', 'writes', {
    'repo!': repo,
    'number!': { type: 'integer' },
    'body!': 'Markdown',
  }),
  made('close_issue', 'Close an issue', 'Closes an issue as completed or not planned.', 'writes', {
    'repo!': repo,
    'number!': { type: 'integer' },
  }),
  made('list_pull_requests', 'List pull requests', 'Pull requests of a repository, newest first.', 'reads', {
    'repo!': repo,
    limit,
  }),
  made(
    'get_pull_request',
    'Get a pull request',
    'One pull request with its diff, checks and reviews.',
    'reads',
    { 'repo!': repo, 'number!': { type: 'integer' } },
  ),
  made(
    'merge_pull_request',
    'Merge a pull request',
    'Merges when all checks have passed. Cannot be undone.',
    'destroys',
    { 'repo!': repo, 'number!': { type: 'integer' } },
  ),
  made(
    'get_file_contents',
    'Read a file',
    'The text of a file or the names in a folder, at a branch, tag or commit.',
    'reads',
    { 'repo!': repo, 'path!': 'Path', ref: 'Branch, tag or commit' },
  ),
  made('search_code', 'Search code', 'Finds files by words in them.', 'reads', { 'query!': 'Words' }),
  made(
    'list_workflow_runs',
    'List workflow runs',
    'Runs of the actions of a repository with their outcome.',
    'reads',
    { 'repo!': repo },
  ),
  made(
    'rerun_failed_jobs',
    'Rerun failed jobs',
    'Starts the failed jobs of a workflow run again.',
    'writes',
    { 'repo!': repo, 'run!': { type: 'integer' } },
  ),
];

export const linearTools: readonly ScriptedTool[] = [
  made('list_tickets', 'List tickets', 'Tickets of a team by state, owner and cycle.', 'reads', {
    team: 'Key of the team',
    limit,
  }),
  made('get_ticket', 'Get a ticket', 'A ticket with its text, relations and comments.', 'reads', {
    'id!': 'Such as SHOP-123',
  }),
  made('create_ticket', 'Create a ticket', 'Makes a ticket in a team.', 'writes', {
    'team!': 'Key of the team',
    'title!': 'One line',
  }),
  made('update_ticket', 'Update a ticket', 'Changes state, owner, labels or estimate.', 'writes', {
    'id!': 'Such as SHOP-123',
  }),
  made('list_cycles', 'List cycles', 'Cycles of a team with what was planned and done.', 'reads', {
    'team!': 'Key of the team',
  }),
  made('search_documents', 'Search documents', 'Finds project documents by words.', 'reads', {
    'query!': 'Words',
  }),
];

export const stripeTools: readonly ScriptedTool[] = [
  made(
    'find_customer',
    'Find a customer',
    'By e-mail address, name or id.',
    'reads',
    { 'query!': 'E-mail address, name or id' },
    answersJson({ id: 'cus_9s6XKzkNRiz8i3', name: 'Jo Fisher' }),
  ),
  made(
    'list_charges',
    'List charges',
    'Charges of a customer, newest first.',
    'reads',
    { 'customer!': 'cus_…', limit },
    answersJson({ charges: [{ id: 'ch_3MmlLr', amount: 4900, currency: 'eur', paid: true }] }),
  ),
  made('get_invoice', 'Get an invoice', 'One invoice with its lines and payments.', 'reads', {
    'id!': 'in_…',
  }),
  made(
    'create_refund',
    'Create a refund',
    'Pays a charge back, whole or in part. Cannot be undone.',
    'destroys',
    { 'charge!': 'ch_…', amount: { type: 'integer', title: 'Amount', description: 'In cents' } },
    answersJson({ id: 're_1Nispe', status: 'succeeded' }),
  ),
  made('list_disputes', 'List disputes', 'Open disputes with their deadlines.', 'reads', { limit }),
];

export const postgresTools: readonly ScriptedTool[] = [
  made(
    'query',
    'Run a query',
    'Runs one SELECT against the read-only replica.',
    'reads',
    { 'sql!': { type: 'string', title: 'SQL' } },
    async (exchange) => {
      if (String(exchange.args['sql']).includes('legacy'))
        exchange.result({ ...text('relation "legacy_orders" does not exist'), isError: true });
      else await answersJson({ rows: [{ count: 1842 }] })(exchange);
    },
  ),
  made('describe_table', 'Describe a table', 'Columns, types, keys and indexes of a table.', 'reads', {
    'table!': 'Name of the table',
  }),
  made('list_tables', 'List tables', 'Tables and views of a schema.', 'reads', {
    schema: 'public when empty',
  }),
  made('explain', 'Explain a query', 'The plan of a query with its costs.', 'reads', { 'sql!': 'The query' }),
];

export const mailTools: readonly ScriptedTool[] = [
  made('send_mail', 'Send an e-mail', 'Sends from the address of the team.', 'writes', {
    'to!': 'E-mail address',
    'subject!': 'One line',
    'body!': 'Text',
  }),
  made('search_mail', 'Search e-mail', 'Finds messages by words, sender and date.', 'reads', {
    'query!': 'Words',
  }),
  made('get_thread', 'Get a thread', 'All messages of a conversation.', 'reads', {
    'id!': 'Id of the thread',
  }),
];
