// @ts-check

/** @typedef {{ name: string, title: string, description: string, inputSchema: object, annotations: object }} Tool */

/** Arguments that the tools share, as JSON Schema. */
const argument = {
  owner: { type: 'string', description: 'Account that owns the repository, a user or an organisation' },
  repo: { type: 'string', description: 'Name of the repository without the owner' },
  number: { type: 'integer', minimum: 1, description: 'Number of the issue or pull request' },
  branch: { type: 'string', description: 'Branch, tag or commit; the default branch when absent' },
  base: { type: 'string', description: 'Branch that the changes go to' },
  path: { type: 'string', description: 'Path from the root of the repository, without a leading slash' },
  sha: { type: 'string', pattern: '^[0-9a-f]{40}$', description: 'Full hash of a commit or file' },
  query: { type: 'string', maxLength: 256, description: 'Search terms and qualifiers such as `is:open`' },
  state: { enum: ['open', 'closed', 'all'], default: 'open', description: 'Which of them to list' },
  labels: { type: 'array', items: { type: 'string' }, maxItems: 100, description: 'Names of labels' },
  assignees: { type: 'array', items: { type: 'string' }, maxItems: 10, description: 'Login names' },
  title: { type: 'string', maxLength: 256, description: 'One line that says what it is about' },
  body: { type: 'string', maxLength: 65_536, description: 'Text in Markdown' },
  content: { type: 'string', description: 'New content of the file as text' },
  message: { type: 'string', description: 'Commit message' },
  files: {
    type: 'array',
    description: 'Files to write',
    items: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
      required: ['path', 'content'],
    },
  },
  method: { enum: ['merge', 'squash', 'rebase'], default: 'merge', description: 'How to merge' },
  event: { enum: ['APPROVE', 'REQUEST_CHANGES', 'COMMENT'], description: 'The verdict' },
  since: { type: 'string', format: 'date-time', description: 'Only what changed after this moment' },
  page: { type: 'integer', minimum: 1, default: 1, description: 'Page of the result, from 1' },
  perPage: { type: 'integer', minimum: 1, maximum: 100, default: 30, description: 'Items on one page' },
  city: { type: 'string', description: 'Name of a city, with the country where it is ambiguous' },
  units: { enum: ['metric', 'imperial'], default: 'metric', description: 'Units of the answer' },
  build: { type: 'integer', description: 'Number of the build' },
  steps: { type: 'integer', minimum: 1, maximum: 100, description: 'Number of steps' },
  everyMs: { type: 'integer', minimum: 0, description: 'Duration of a step' },
  from: { type: 'string', format: 'date-time', description: 'Begin, with the time zone' },
  to: { type: 'string', format: 'date-time', description: 'End, with the time zone' },
};

/**
 * Name, what it does, arguments (`!` marks those that must be given), whether it only reads.
 * @type {readonly (readonly [string, string, string, boolean])[]}
 */
const entries = [
  ['get_weather', 'Current weather of a city, with wind, humidity and pressure.', 'city! units', true],
  ['export_log', 'The whole log of a build as text; may have several megabytes.', 'build', true],
  ['run_build', 'Runs a build and tells its progress after each step.', 'steps everyMs', false],
  ['search_repositories', 'Finds repositories by name, topic or language.', 'query! page perPage', true],
  ['get_repository', 'One repository: description, topics, counters, licence.', 'owner! repo!', true],
  ['create_repository', 'Creates a repository in the account of the caller.', 'title! body', false],
  ['fork_repository', 'Copies a repository into the account of the caller.', 'owner! repo!', false],
  ['list_branches', 'Branches of a repository with their commits.', 'owner! repo! page perPage', true],
  ['create_branch', 'Creates a branch from another one.', 'owner! repo! branch! base', false],
  ['list_commits', 'Commits of a branch, newest first.', 'owner! repo! branch page perPage', true],
  ['get_commit', 'One commit with its message, parents and diff.', 'owner! repo! sha!', true],
  ['get_file_contents', 'A file or the entries of a folder.', 'owner! repo! path! branch', true],
  ['write_file', 'Writes one file as a commit.', 'owner! repo! path! content! message! branch sha', false],
  ['push_files', 'Writes several files in one commit.', 'owner! repo! branch! message! files!', false],
  ['search_code', 'Finds code; answers with path, line and excerpt.', 'query! page perPage', true],
  ['list_issues', 'Issues of a repository.', 'owner! repo! state labels since page perPage', true],
  ['search_issues', 'Finds issues and pull requests across repositories.', 'query! page perPage', true],
  ['get_issue', 'One issue with its body, labels and assignees.', 'owner! repo! number!', true],
  ['create_issue', 'Opens an issue.', 'owner! repo! title! body labels assignees', false],
  ['update_issue', 'Changes an issue.', 'owner! repo! number! title body state labels assignees', false],
  ['add_issue_comment', 'Comments on an issue or pull request.', 'owner! repo! number! body!', false],
  ['list_pull_requests', 'Pull requests.', 'owner! repo! state branch base page perPage', true],
  ['get_pull_request', 'One pull request with checks and reviews.', 'owner! repo! number!', true],
  ['create_pull_request', 'Asks to merge a branch.', 'owner! repo! title! branch! base! body', false],
  ['merge_pull_request', 'Merges a pull request.', 'owner! repo! number! method message', false],
  ['get_pull_request_files', 'Files that it changes.', 'owner! repo! number! page perPage', true],
  ['create_review', 'Reviews a pull request.', 'owner! repo! number! event! body', false],
  ['list_workflow_runs', 'Runs of the CI, newest first.', 'owner! repo! branch page perPage', true],
  ['list_calendar_events', 'Events of a calendar between two moments.', 'from! to! page perPage', true],
  ['create_calendar_event', 'Puts an event into a calendar.', 'title! from! to! body assignees', false],
];

/**
 * What `tools/list` answers: thirty tools with the names, sizes and schemas of real ones.
 * @type {readonly Tool[]}
 */
export const tools = entries.map(([name, description, signature, readOnlyHint]) => {
  const names = signature.split(' ');
  const known = /** @type {Record<string, object>} */ (argument);
  return {
    name,
    title: name.replaceAll('_', ' '),
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        names.map((one) => [one.replace('!', ''), known[one.replace('!', '')] ?? {}]),
      ),
      required: names.filter((one) => one.endsWith('!')).map((one) => one.slice(0, -1)),
      additionalProperties: false,
    },
    annotations: { readOnlyHint, destructiveHint: !readOnlyHint, openWorldHint: true },
  };
});
