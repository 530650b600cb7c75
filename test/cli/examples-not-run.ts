/** Examples of the help that the tests do not run, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'gantry up': 'runs until it is stopped; test/process/start/packaging.e2e-spec.ts starts it',
  'PORT=8080 gantry up': 'runs until it is stopped; test/process/start/packaging.e2e-spec.ts starts it',
  'gantry login': 'needs a person at a browser; test/process/cli/journey.e2e-spec.ts goes this way',
  'gantry login --url https://gantry.example.com':
    'needs a person at a browser; test/process/cli/journey.e2e-spec.ts goes this way',
  'gantry grants revoke ogr_… --yes': 'needs a program that was let in; oauth.e2e-spec.ts has one',
  'gantry doctor oauth https://gantry.example.com/api/servers/github/mcp':
    'needs the internet; oauth.e2e-spec.ts asks gateways here',
  'gantry servers add docs https://docs.example.com/mcp --header "Authorization=Bearer …"':
    'needs the internet; console/published.e2e-spec.ts adds one',
  'gantry add io.github.upstash/context7': 'needs a person; servers.e2e-spec.ts',
  'gantry servers add pets https://pets.example.com/openapi.json --openapi': 'needs the internet',
  'gantry servers add pets ./pets.yaml --openapi --base-url https://pets.example.com':
    'needs the internet; servers.e2e-spec.ts adds one from a file',
  'gantry servers add docs - < docs.json': 'needs the internet; console/published.e2e-spec.ts adds one',
  'gantry servers rm docs --yes': 'needs one that was added; console/published.e2e-spec.ts removes it',
  'gantry servers probe https://docs.example.com/mcp': 'needs the internet; console/published.e2e-spec.ts',
  'gantry chat files "What is in welcome.md?"': 'needs a model; tools.e2e-spec.ts has one',
  'gantry import ~/.codex/config.toml':
    'asks what to import; import-samples.spec.ts reads such a file, and shell-examples.ts imports another',
};
