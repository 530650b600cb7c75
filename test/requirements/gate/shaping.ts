import type { RequirementRows } from '../rows.js';

/** What callers are shown of results. */
export const shaping: RequirementRows = {
  'docs/shaping.md#how-much': {
    'shape-cut':
      'A result that is larger than `maxBytes` is cut to them on every way: REST, streams, native clients of both eras, at servers of every kind.',
    'shape-overflow': 'With `overflow: "cut"` nothing is kept of what is cut off.',
    'shape-layers': 'What the operator says of a tool and what an app says of it hold both.',
  },
  'docs/shaping.md#the-rest': {
    'shape-read':
      'The whole of a result that was cut is a resource, for native clients of both eras, at apps and by REST, and an answer of GET /api/results/{id}.',
    'shape-after-checks': 'What is kept is what rules, hooks and checks have left of a result.',
    'shape-holder':
      'The whole is there for the caller and for no one else: not for another key of the app either (T-24).',
    'shape-kept': 'The whole survives a restart, is sealed at rest and ends after KEPT_RESULT_MINUTES.',
    'shape-room':
      'What an account may keep is bounded; a result without room is cut, and says that nothing of it is kept.',
  },
  'RFC 9110 §14': {
    'shape-ranges': 'Parts of the whole are read by bytes: 206, 416, If-Range; other ranges are ignored.',
  },
  'docs/shaping.md#what': {
    'shape-pick': 'What `pick` gives is all that is shown of a result, on every way.',
    'shape-saved': 'Faults of `pick` are told when a config is saved, each with its pointer.',
    'shape-fails': 'Where `pick` fails nothing of the result is shown.',
    'shape-lists': 'No list tells the output schema of a tool that is shaped.',
    'shape-bounds':
      'What a result says is bounded in bytes, values and levels before it is parsed, in the thread of the expression; measuring, cutting and keeping yield to others (T-06).',
    'shape-unread': 'Results of tools without a shape are passed byte by byte.',
  },
};
