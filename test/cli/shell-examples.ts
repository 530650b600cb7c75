/** Examples of the help that need a shell, in the order in which they run; test/process/cli/shell.e2e-spec.ts gives them to bash. */
export const shellExamples = [
  'gantry login --with-token < token.txt',
  `echo '{"message":"hi"}' | gantry call everything__echo - --json`,
  'pass show github | gantry secrets set GITHUB_PAT',
  'gantry import ~/.cursor/mcp.json --yes',
  'source <(gantry completion bash)',
  'gantry completion fish > ~/.config/fish/completions/gantry.fish',
] as const;
