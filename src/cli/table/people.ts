import type { Command } from '../command.js';

const yes = { '-y, --yes': 'do not ask' };
const account = { '--account <account>': 'those of all people of an account (operators)' };

/** Commands for the people of the account and their tokens. */
export const peopleCommands: readonly Command[] = [
  {
    usage: 'members list',
    group: 'people',
    summary: 'list the people of the account',
    examples: ['gantry members'],
    load: () => import('../commands/people/members-list.command.js'),
  },
  {
    usage: 'members reset <member>',
    group: 'people',
    summary: 'make a link by which somebody sets a new password; send it yourself',
    examples: ['gantry members reset ana@example.com'],
    load: () => import('../commands/people/members-reset.command.js'),
  },
  {
    usage: 'members rm <member>',
    group: 'people',
    summary: 'take somebody out of the account, by e-mail address or id',
    options: yes,
    examples: ['gantry members rm ana@example.com --yes'],
    load: () => import('../commands/people/members-rm.command.js'),
  },
  {
    usage: 'invite <email>',
    group: 'people',
    summary: 'make a link by which somebody joins the account; send it yourself',
    options: {
      '--role <role>': 'owner, admin or member (member)',
      '--new-account <name>': 'an account of their own instead (operators)',
    },
    examples: ['gantry invite bo@example.com', 'gantry invite bo@example.com --role admin'],
    load: () => import('../commands/people/invite.command.js'),
  },
  {
    usage: 'tokens list',
    group: 'people',
    summary: 'list your own tokens',
    examples: ['gantry tokens'],
    load: () => import('../commands/keys/tokens-list.command.js'),
  },
  {
    usage: 'tokens revoke <id>',
    group: 'people',
    summary: 'end one of your tokens',
    options: yes,
    examples: ['gantry tokens revoke tok_… --yes'],
    load: () => import('../commands/keys/tokens-revoke.command.js'),
  },
  {
    usage: 'grants list',
    group: 'people',
    summary: 'list the programs that you let in',
    options: account,
    examples: ['gantry grants'],
    load: () => import('../commands/people/grants-list.command.js'),
  },
  {
    usage: 'grants revoke <id>',
    group: 'people',
    summary: 'take back what a program was granted',
    options: { ...yes, ...account },
    examples: ['gantry grants revoke ogr_… --yes'],
    load: () => import('../commands/people/grants-revoke.command.js'),
  },
  {
    usage: 'connections list',
    group: 'people',
    summary: 'list your connections to servers that want OAuth, and those of the account',
    examples: ['gantry connections'],
    load: () => import('../commands/connections/connections-list.command.js'),
  },
  {
    usage: 'connections add <server>',
    group: 'people',
    summary: 'connect a server that wants OAuth, in the browser',
    options: { '--for <owner>': 'me, account or app (as the server is declared)' },
    examples: ['gantry connections add notion', 'gantry connections add shop.crm --for app'],
    load: () => import('../commands/connections/connections-add.command.js'),
  },
  {
    usage: 'connections test <id>',
    group: 'people',
    summary: 'try a connection: ask its server for its tools',
    examples: ['gantry connections test ucr_…'],
    load: () => import('../commands/connections/connections-test.command.js'),
  },
  {
    usage: 'connections rm <id>',
    group: 'people',
    summary: 'end a connection, here and at its authorization server',
    options: yes,
    examples: ['gantry connections rm ucr_… --yes'],
    load: () => import('../commands/connections/connections-rm.command.js'),
  },
];
