/** What can go wrong with what callers are shown of results; rows of the problem catalogue. */
export const resultProblemKinds = {
  'result-not-shaped': [
    502,
    'The result could not be shaped',
    'The tool has run, and nothing of its result is shown, as `tools.shape` of the server could not be applied to it; the detail says why.',
  ],
  'result-not-found': [
    404,
    'No such result',
    'Results are kept for KEPT_RESULT_MINUTES, for whoever made the call; call the tool again.',
  ],
  'range-not-satisfiable': [
    416,
    'The range is not in the result',
    'Content-Range says how many bytes there are: ask for some of these.',
  ],
} as const;
