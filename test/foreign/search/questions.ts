/** What somebody wants, in their words, and the tool that does it. */
export interface Question {
  readonly ask: string;
  readonly server: string;
  readonly tool: string;
}

type Rows = readonly (readonly [ask: string, tool: string])[];

/** The ranking was made with these in view. */
const practiceRows: Readonly<Record<string, Rows>> = {
  everything: [
    ['say the same thing back to me', 'echo'],
    ['what environment variables is the server running with', 'get-env'],
    ['add 17 and 25', 'get-sum'],
    ['show me the mcp logo', 'get-tiny-image'],
    ['compress this file with gzip', 'gzip-file-as-resource'],
    ['start a slow job and watch its progress', 'trigger-long-running-operation'],
    ['turn the fake log messages on', 'toggle-simulated-logging'],
    ['give me json output that follows a schema', 'get-structured-content'],
    ['links to five resources', 'get-resource-links'],
    ['do a deep research about a topic', 'simulate-research-query'],
    ['stop sending me updates for subscribed resources', 'toggle-subscriber-updates'],
    ['example of a message with error priority annotations', 'get-annotated-message'],
  ],
  files: [
    ['open README.md and show me what it says', 'read_text_file'],
    ['last 20 lines of the log file', 'read_text_file'],
    ['show the picture logo.png', 'read_media_file'],
    ['load these three source files at once', 'read_multiple_files'],
    ['save this text to notes.txt', 'write_file'],
    ['replace one line in a config file', 'edit_file'],
    ['make a new folder', 'create_directory'],
    ['what is in this folder', 'list_directory'],
    ['which files in the directory are the biggest', 'list_directory_with_sizes'],
    ['print the whole folder structure recursively', 'directory_tree'],
    ['rename report.doc to report-final.doc', 'move_file'],
    ['find all *.ts files under src', 'search_files'],
    ['when was this file last changed', 'get_file_info'],
    ['where am I allowed to read and write', 'list_allowed_directories'],
  ],
  memory: [
    ['store a new person in the knowledge graph', 'create_entities'],
    ['connect two people in memory: Alice manages Bob', 'create_relations'],
    ['note another fact about an existing person', 'add_observations'],
    ['forget everything about Bob', 'delete_entities'],
    ['remove a wrong fact that was stored about someone', 'delete_observations'],
    ['Alice no longer manages Bob, drop that link', 'delete_relations'],
    ['dump the whole memory', 'read_graph'],
    ['look in the knowledge graph for anything on billing', 'search_nodes'],
    ['fetch the nodes named Alice and Bob', 'open_nodes'],
  ],
  context7: [
    ['find the id of the react library', 'resolve-library-id'],
    ['up to date documentation for next.js routing', 'query-docs'],
    ['code examples for the express framework', 'query-docs'],
  ],
  thinking: [['think step by step about a hard problem', 'sequentialthinking']],
  github: [
    ['open a bug report in the repo', 'create_issue'],
    ['close issue 42', 'update_issue'],
    ['reply to an issue', 'add_issue_comment'],
    ['start a PR from my branch', 'create_pull_request'],
    ['merge PR 12', 'merge_pull_request'],
    ['which files does this pull request touch', 'get_pull_request_files'],
    ['are the CI checks green on the PR', 'get_pull_request_status'],
    ['approve the pull request', 'create_pull_request_review'],
    ['review comments that people left on the PR', 'get_pull_request_comments'],
    ["make a copy of someone's repo in my account", 'fork_repository'],
    ['new branch off main', 'create_branch'],
    ['history of commits on main', 'list_commits'],
    ['search source code on github for a function name', 'search_code'],
    ['find a github user by name', 'search_users'],
    ['open pull requests in this repository', 'list_pull_requests'],
    ['start a new private repo', 'create_repository'],
    ['commit several files in one go', 'push_files'],
    ['read package.json from a github repo', 'get_file_contents'],
    ['bring my PR branch up to date with master', 'update_pull_request_branch'],
    ['popular repositories about mcp', 'search_repositories'],
    ['show me issue number 7', 'get_issue'],
  ],
  browser: [
    ['press the login button', 'click'],
    ['go to example.com', 'navigate_page'],
    ['open a new browser tab', 'new_page'],
    ['take a picture of the web page', 'take_screenshot'],
    ['enter a value in an input box', 'fill'],
    ['fill in the whole sign-up form', 'fill_form'],
    ['any errors in the browser console', 'list_console_messages'],
    ['which requests did the page make', 'list_network_requests'],
    ['how fast does the page load, core web vitals', 'performance_start_trace'],
    ['check accessibility and SEO score', 'lighthouse_audit'],
    ['run some javascript in the page', 'evaluate_script'],
    ['pretend to be on a slow 3G connection', 'emulate'],
    ['make the window 1280 by 720', 'resize_page'],
    ['find memory leaks', 'take_heapsnapshot'],
    ['attach a file to the upload field', 'upload_file'],
    ['accept the confirm popup', 'handle_dialog'],
    ['record a video of the browser', 'screencast_start'],
    ['move the mouse over the menu', 'hover'],
    ['wait until the text Done appears', 'wait_for'],
    ['hit ctrl+enter', 'press_key'],
    ['drag the card to another column', 'drag'],
    ['which css rules apply to this element', 'get_css_styles'],
    ['list open tabs', 'list_pages'],
    ['shut the tab', 'close_page'],
  ],
};

/** Written down before there was a ranking, and first run when it was finished. */
const examRows: Readonly<Record<string, Rows>> = {
  everything: [
    ['repeat my words', 'echo'],
    ['total of two numbers', 'get-sum'],
    ['list env vars', 'get-env'],
    ['gzip something from a url', 'gzip-file-as-resource'],
    ['run a task that takes 30 seconds', 'trigger-long-running-operation'],
  ],
  files: [
    ['get the text of a document on disk', 'read_text_file'],
    ['view image file', 'read_media_file'],
    ['create file with content', 'write_file'],
    ['change a few words inside a file without rewriting it', 'edit_file'],
    ['mkdir', 'create_directory'],
    ['ls', 'list_directory'],
    ['move photos into another folder', 'move_file'],
    ['how large is this file', 'get_file_info'],
    ['locate files whose name contains invoice', 'search_files'],
  ],
  memory: [
    ['add people and companies to memory', 'create_entities'],
    ['record how two entities are related', 'create_relations'],
    ['erase nodes from the graph', 'delete_entities'],
    ['show everything you remember', 'read_graph'],
  ],
  context7: [['docs for the stripe sdk', 'query-docs']],
  thinking: [['reason through a complicated question', 'sequentialthinking']],
  github: [
    ['file a ticket on github', 'create_issue'],
    ['comment on the bug', 'add_issue_comment'],
    ['reopen an issue', 'update_issue'],
    ['submit changes for review', 'create_pull_request'],
    ['squash and merge', 'merge_pull_request'],
    ['diff of a PR file by file', 'get_pull_request_files'],
    ['list bugs labelled urgent', 'list_issues'],
    ['who reviewed the pull request', 'get_pull_request_reviews'],
    ['find issues mentioning timeout', 'search_issues'],
    ['git log', 'list_commits'],
  ],
  browser: [
    ['tap the submit button', 'click'],
    ['visit a website', 'navigate_page'],
    ['reload the page', 'navigate_page'],
    ['capture the screen', 'take_screenshot'],
    ['fill out a form', 'fill_form'],
    ['inspect response headers of a request', 'get_network_request'],
    ['switch to dark mode', 'emulate'],
    ['stop recording the screen', 'screencast_stop'],
    ['choose another tab', 'select_page'],
    ['profile page performance', 'performance_start_trace'],
    ['stop profiling', 'performance_stop_trace'],
    ['get the accessibility tree', 'take_snapshot'],
  ],
};

export const practice = questionsOf(practiceRows);
export const exam = questionsOf(examRows);

function questionsOf(rows: typeof practiceRows): readonly Question[] {
  return Object.entries(rows).flatMap(([server, pairs]) =>
    pairs.map(([ask, tool]) => ({ ask, server, tool })),
  );
}
