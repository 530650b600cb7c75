/** Variables by which a program is made to run, load or trust something else than its own: no entry sets them. */
const refusedNames: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'SHELL', 'IFS', 'ENV', 'BASH_ENV', 'PROMPT_COMMAND', 'CDPATH', 'TMPDIR'],
  ...[
    'PERL5OPT',
    'PERL5LIB',
    'PERLLIB',
    'RUBYOPT',
    'RUBYLIB',
    'CLASSPATH',
    'JAVA_TOOL_OPTIONS',
    '_JAVA_OPTIONS',
  ],
  ...[
    'JDK_JAVA_OPTIONS',
    'GCONV_PATH',
    'LOCPATH',
    'NLSPATH',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'OPENSSL_CONF',
  ],
  ...['EDITOR', 'VISUAL', 'PAGER', 'BROWSER', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'],
]);
const refusedBeginnings =
  /^(?:LD_|DYLD_|GLIBC_|MALLOC_|PYTHON|NPM_|YARN_|PNPM_|BUN_|DENO_|UV_|PIP_|GIT_|DOCKER_|BASH_FUNC_|NODE_(?!ENV$))/;
const nameForm = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function isRefusedVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return !nameForm.test(name) || refusedNames.has(upper) || refusedBeginnings.test(upper);
}
