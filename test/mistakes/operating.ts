import type { Mistake } from './mistake.js';

/** At the command, in the file of servers and on the pages. */
export const operatingMistakes: readonly Mistake[] = [
  {
    did: 'misspells a command',
    by: (s) => s.types(['tols']),
    what: '✗ There is no command gantry tols.',
    why: 'Did you mean: gantry tools',
    todo: 'gantry --help lists the commands.',
  },
  {
    did: 'misspells an option',
    by: (s) => s.types(['push', '--dry-rn']),
    what: "✗ Unknown option '--dry-rn'.",
    why: 'Did you mean --dry-run?',
    todo: 'Run it with --help',
  },
  {
    did: 'misspells an argument',
    by: (s) => s.types(['call', 'one__read_file', '-a', 'pth=a']),
    what: 'There is no argument pth',
    why: 'did you mean path?',
    todo: 'gantry tools one__read_file shows the arguments.',
  },
  {
    did: 'forgets an argument',
    by: (s) => s.types(['call', 'one__read_file']),
    what: '✗ Path is missing.',
    todo: 'gantry tools one__read_file shows the arguments.',
  },
  {
    did: 'writes arguments that are not JSON',
    by: (s) => s.types(['call', 'one__echo', '{text: "hi"}']),
    what: '✗ The arguments are not JSON',
    why: 'Expected property name',
    todo: 'They look like \'{"path":"welcome.md"}\'.',
  },
  {
    did: 'runs a command before the gateway runs',
    by: (s) => s.types(['apps'], { GANTRY_URL: 'http://127.0.0.1:1' }),
    what: '✗ The gateway at http://127.0.0.1:1 cannot be reached',
    why: 'nothing listens there',
    todo: 'gantry doctor looks closer',
  },
  {
    did: 'runs a command before a login',
    by: (s) => s.types(['apps'], { GANTRY_TOKEN: '' }),
    what: '✗ You are not logged in to http://127.0.0.1',
    todo: 'Run: gantry login',
  },
  {
    did: 'gives the command something that is no token',
    by: (s) => s.types(['apps'], { GANTRY_TOKEN: 'no token' }),
    what: '✗ GANTRY_TOKEN does not hold a token.',
    todo: 'A token looks like gtu_… or gta_….',
  },
  {
    did: 'pushes in a folder without a config',
    by: (s) => s.types(['push']),
    what: '✗ The config file cannot be read',
    why: 'no such file or directory',
    todo: 'Begin with: gantry init',
  },
  {
    did: 'breaks the config file',
    by: (s) => {
      s.writes('gantry.yaml', 'mcpServers: [\n');
      return s.types(['push']);
    },
    what: '✗ gantry.yaml:2:1',
    why: 'must be sufficiently indented and end with a ]',
    todo: 'Mend this line',
  },
  {
    did: 'misspells a client',
    by: (s) => s.types(['connect', 'curser']),
    what: '✗ There is no client curser',
    why: 'It knows: claude-desktop',
    todo: 'Did you mean: gantry connect cursor',
  },
  {
    did: 'misspells a tool at the command',
    by: (s) => s.types(['tools', 'one__ehco']),
    what: '✗ There is no tool one__ehco.',
    why: 'Did you mean one__echo?',
    todo: 'gantry tools lists the tools',
  },
  {
    did: 'names an address that is no gateway',
    by: (s) => s.types(['apps'], { GANTRY_URL: 'ftp://x' }),
    what: '✗ GANTRY_URL must begin with',
    why: 'http:// or https://: ftp://x',
    todo: 'It looks like https://gantry.example.com',
  },
  {
    did: 'leaves a brace out of mcp.json',
    by: (s) => s.declares('{\n  "mcpServers": {\n'),
    what: 'line 2, column 18: not JSON',
    why: 'a } is missing after the {',
  },
  {
    did: 'misspells a rule in mcp.json',
    by: (s) =>
      s.declares('{"mcpServers": {"a": {"url": "https://example.com/mcp", "tool": {"deny": ["*"]}}}}'),
    what: 'line 1, column 57, /mcpServers/a/tool is not a member',
    why: 'The server is not used before this is clear',
    todo: 'did you mean "tools"?',
  },
  {
    did: 'names a variable that is not set',
    by: (s) => s.declares('{"mcpServers": {"a": {"url": "https://example.com/${env:NOT_SET_AT_ALL}"}}}'),
    what: 'line 1, column 30, /mcpServers/a/url',
    why: 'needs the environment variable NOT_SET_AT_ALL',
    todo: 'which is not set',
  },
  {
    did: 'gives a server a name with capitals',
    by: (s) => s.declares('{"mcpServers": {"My Server": {"url": "https://example.com/mcp"}}}'),
    what: '/mcpServers/My Server is not a name that a server can have',
    why: 'lower-case letters, digits and single hyphens',
    todo: '"my-server" would be one',
  },
  {
    did: 'signs in with a wrong password',
    by: (s) => s.signsIn('ana@example.com', 'wrong'),
    what: 'The e-mail address or the password is wrong.',
    todo: 'an owner or admin of your account makes a link for a new one',
  },
  {
    did: 'opens an old setup link',
    by: (s) => s.visits('/setup?code=old'),
    what: 'This link does not work any more',
    why: 'Links work once and for a limited time.',
    todo: 'a new setup link is printed at each start',
  },
];
