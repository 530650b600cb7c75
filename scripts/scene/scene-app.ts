import type { Json } from '../../test/support/clients/gateway-client.js';

const approval = { listen: { to: { one: { with: { type: 'approval' } } } } };
const about = (name: string, title: string, summary: string) => ({
  document: { ...{ dsl: '1.0.3', namespace: 'support', name, version: '1.2.0' }, title, summary },
  evaluate: { language: 'jsonata' },
});
const given = (properties: Json, required: readonly string[]) => ({
  schema: { document: { type: 'object', properties, required } },
});

const refund = {
  ...about(
    'refund',
    'Refund a customer',
    'Finds the last charge, asks a person, pays it back and says so by e-mail.',
  ),
  input: given(
    {
      customer: { type: 'string', title: 'Customer', description: 'E-mail address or id' },
      reason: {
        type: 'string',
        title: 'Reason',
        enum: ['duplicate', 'fraudulent', 'requested'],
        default: 'requested',
      },
    },
    ['customer'],
  ),
  do: [
    { find: { call: 'find_customer@stripe', with: { query: '${ $workflow.input.customer }' } } },
    { charges: { call: 'list_charges@stripe', with: { customer: '${ $steps.find.id }', limit: 1 } } },
    { approve: approval },
    {
      pay_back: {
        call: 'create_refund@stripe',
        with: { charge: '${ $steps.charges.charges[0].id }', amount: 4900 },
      },
    },
    {
      tell: {
        call: 'send_mail@mail',
        with: { to: '${ $workflow.input.customer }', subject: 'Your refund', body: 'It is on its way.' },
      },
    },
  ],
};

const triage = {
  ...about('triage', 'Triage new issues', 'Searches the open bugs and makes a ticket of each.'),
  input: given({ query: { type: 'string', title: 'Query', default: 'label:bug' } }, []),
  do: [
    { search: { call: 'search_issues@github', with: { query: 'label:bug' } } },
    {
      each: {
        for: { each: 'issue', in: '${ $steps.search.issues }' },
        do: [
          { ticket: { call: 'create_ticket@linear', with: { team: 'SHOP', title: '${ $issue.title }' } } },
        ],
      },
    },
  ],
};

const report = {
  ...about('weekly-report', 'Weekly report', 'Counts orders and mails the figures to the team.'),
  do: [
    { count: { call: 'query@postgres', with: { sql: 'select count(*) from legacy_orders' } } },
    {
      send: {
        call: 'send_mail@mail',
        with: { to: 'team@acme.example', subject: 'This week', body: 'See above.' },
      },
    },
  ],
};

/** The config of the app `support`. */
export const supportConfig: Json = {
  mcpServers: {
    github: { use: 'github', tools: { deny: ['merge_pull_request'] } },
    linear: { use: 'linear' },
    stripe: { use: 'stripe' },
    postgres: { use: 'postgres', timeoutMs: 10_000 },
    mail: { use: 'mail' },
  },
  policies: { requireApproval: ['stripe__create_*'], toolPinning: 'warn' },
  chat: { maxSteps: 8 },
  workflows: { refund, triage, 'weekly-report': report },
};
