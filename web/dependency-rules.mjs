/** Which rooms of web/src each may use. Of src/ all may use the client, and the colours of the pages. */
const rooms = {
  api: [],
  parts: ['api', 'frame'],
  'schema-form': ['api', 'parts'],
  editor: ['api', 'schema-form'],
  results: ['api', 'parts', 'schema-form'],
  frame: ['api', 'parts', 'pages'],
  pages: ['api', 'parts', 'schema-form', 'editor', 'results', 'frame'],
};

/** What the console may use and who may use it. `error` makes a rule of a name, a reason, from and to. */
export const webRules = (error) => [
  error(
    'web-knows-the-client-only',
    'The console speaks HTTP like any other program; what it takes from src/ it would have to be built with.',
    { path: '^web/src/' },
    { path: '^src/', pathNot: '^src/(client/|platform/pages/tokens\\.css$)' },
  ),
  error(
    'nothing-knows-web',
    'The gateway serves what the build of the console leaves, and knows nothing of how it is made.',
    { path: '^(src|bench|scripts)/' },
    { path: '^web/' },
  ),
  ...Object.entries(rooms).map(([room, allowed]) =>
    error(
      `web-room-${room}`,
      `In the console ${room} stands on ${allowed.join(', ') || 'nothing'}, so that a part can be read and tested without the pages.`,
      { path: `^web/src/${room}/` },
      { path: '^web/src/', pathNot: `^web/src/(${[room, ...allowed].join('|')})/` },
    ),
  ),
];
