interface Asked {
  readonly name: string;
  readonly description: string;
  readonly isRequired?: true;
  readonly isSecret?: true;
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly format?: 'filepath' | 'boolean';
}

interface CuratedPackage {
  readonly env?: readonly Asked[];
  readonly args?: readonly object[];
}

/** A package of npm as an entry of a registry. */
function npm(
  name: string,
  title: string,
  description: string,
  spec: string,
  { env, args }: CuratedPackage = {},
): object {
  const at = spec.lastIndexOf('@');
  const version = spec.slice(at + 1);
  return {
    ...{ name, title, description, version },
    packages: [
      {
        ...{ registryType: 'npm', identifier: spec.slice(0, at), version, transport: { type: 'stdio' } },
        ...(env === undefined ? {} : { environmentVariables: env }),
        ...(args === undefined ? {} : { packageArguments: args }),
      },
    ],
  };
}

/** A secret that the server does not work without. */
function key(name: string, description: string): Asked {
  return { name, description, isRequired: true, isSecret: true };
}

function fixed(value: string): object {
  return { type: 'positional', value };
}

/** Servers that their makers publish on npm, each in a version that was looked at. The newest of each stands here, and one only. */
export const curatedServers: readonly object[] = [
  npm(
    ...(['io.github.modelcontextprotocol/server-everything', 'Everything'] as const),
    'Every feature of the protocol, to try things out',
    '@modelcontextprotocol/server-everything@2026.8.31',
  ),
  npm(
    ...(['io.github.modelcontextprotocol/server-filesystem', 'Filesystem'] as const),
    'Reads and writes files in the folders that you name',
    '@modelcontextprotocol/server-filesystem@2026.8.31',
    {
      args: [
        {
          ...{
            type: 'positional',
            valueHint: 'folder',
            description: 'A folder on the machine of the gateway',
          },
          ...{ isRequired: true, isRepeated: true, format: 'filepath' },
        },
      ],
    },
  ),
  npm(
    ...(['io.github.modelcontextprotocol/server-memory', 'Memory'] as const),
    'Remembers things in a graph, between conversations',
    '@modelcontextprotocol/server-memory@2026.8.31',
    { env: [{ name: 'MEMORY_FILE_PATH', description: 'The file that it remembers in', format: 'filepath' }] },
  ),
  npm(
    ...(['io.github.modelcontextprotocol/server-sequential-thinking', 'Sequential thinking'] as const),
    'Thinks a problem through step by step',
    '@modelcontextprotocol/server-sequential-thinking@2026.8.31',
  ),
  npm(
    ...(['io.github.microsoft/playwright-mcp', 'Playwright'] as const),
    'Drives a browser: opens pages, clicks, types, takes pictures',
    '@playwright/mcp@0.0.83',
    {
      args: [
        { type: 'named', name: '--headless', value: '' },
        {
          ...{ type: 'named', name: '--browser', description: 'The browser, which must be installed' },
          choices: ['chrome', 'firefox', 'webkit', 'msedge'],
        },
      ],
    },
  ),
  npm(
    ...(['io.github.ChromeDevTools/chrome-devtools-mcp', 'Chrome DevTools'] as const),
    'Looks into a running Chrome: network, console, performance',
    'chrome-devtools-mcp@1.11.0',
    { args: [{ type: 'named', name: '--headless', value: '' }] },
  ),
  npm(
    ...(['io.github.upstash/context7', 'Context7'] as const),
    'Documentation of libraries as it is now',
    '@upstash/context7-mcp@4.1.1',
    {
      env: [
        { name: 'CONTEXT7_API_KEY', description: 'A key of Context7, for more requests', isSecret: true },
      ],
    },
  ),
  npm(
    ...(['io.github.makenotion/notion-mcp-server', 'Notion'] as const),
    'Pages and databases of Notion',
    '@notionhq/notion-mcp-server@2.5.2',
    { env: [key('NOTION_TOKEN', 'The secret of an internal integration (ntn_…)')] },
  ),
  npm(
    ...(['io.github.GLips/Figma-Context-MCP', 'Figma (Framelink)'] as const),
    'Layouts of Figma for those who write the code',
    'figma-developer-mcp@0.13.2',
    { env: [key('FIGMA_API_KEY', 'A personal access token of Figma')], args: [fixed('--stdio')] },
  ),
  npm(
    ...(['io.github.firecrawl/firecrawl-mcp-server', 'Firecrawl'] as const),
    'Searches the web and reads pages as text',
    'firecrawl-mcp@3.26.0',
    { env: [key('FIRECRAWL_API_KEY', 'A key of Firecrawl')] },
  ),
  npm(
    ...(['io.github.exa-labs/exa-mcp-server', 'Exa'] as const),
    'Searches the web, code and companies',
    'exa-mcp-server@3.4.1',
    { env: [key('EXA_API_KEY', 'A key of Exa')] },
  ),
  npm(
    ...(['io.github.tavily-ai/tavily-mcp', 'Tavily'] as const),
    'Searches the web, and reads and maps sites',
    'tavily-mcp@0.2.22',
    { env: [key('TAVILY_API_KEY', 'A key of Tavily')] },
  ),
  npm(
    ...(['io.github.brave/brave-search-mcp-server', 'Brave Search'] as const),
    'Searches the web, news, pictures and places',
    '@brave/brave-search-mcp-server@2.1.4',
    { env: [key('BRAVE_API_KEY', 'A key of the Brave Search API')] },
  ),
  npm(
    ...(['com.supabase/mcp', 'Supabase'] as const),
    'Projects, tables and logs of Supabase',
    '@supabase/mcp-server-supabase@0.13.0',
    {
      env: [key('SUPABASE_ACCESS_TOKEN', 'A personal access token of Supabase')],
      args: [
        { type: 'named', name: '--read-only', value: '' },
        { type: 'named', name: '--project-ref', description: 'Only this project' },
      ],
    },
  ),
  npm(
    ...(['io.github.mongodb-js/mongodb-mcp-server', 'MongoDB'] as const),
    'Reads databases of MongoDB',
    'mongodb-mcp-server@3.0.4',
    {
      env: [key('MDB_MCP_CONNECTION_STRING', 'mongodb://… or mongodb+srv://…')],
      args: [{ type: 'named', name: '--readOnly', value: '' }],
    },
  ),
  npm(
    ...(['com.microsoft/azure', 'Azure'] as const),
    'Resources of Azure, as whoever is signed in on the machine',
    '@azure/mcp@2.0.5',
    { args: [fixed('server'), fixed('start')] },
  ),
  npm(
    ...(['io.github.getsentry/sentry-mcp', 'Sentry'] as const),
    'Errors and releases of Sentry',
    '@sentry/mcp-server@0.39.0',
    { env: [key('SENTRY_ACCESS_TOKEN', 'A user auth token of Sentry')] },
  ),
  npm(
    ...(['io.github.heroku/heroku-mcp-server', 'Heroku'] as const),
    'Apps, databases and logs of Heroku',
    '@heroku/mcp-server@1.2.8',
    { env: [key('HEROKU_API_KEY', 'A token of Heroku')] },
  ),
  npm(
    ...(['com.apify/apify-mcp-server', 'Apify'] as const),
    'Scrapers and automations of Apify',
    '@apify/actors-mcp-server@0.16.0',
    { env: [key('APIFY_TOKEN', 'A token of Apify')] },
  ),
  npm(
    ...(['io.github.mapbox/mcp-server', 'Mapbox'] as const),
    'Places, routes and maps',
    '@mapbox/mcp-server@0.14.0',
    { env: [key('MAPBOX_ACCESS_TOKEN', 'A token of Mapbox')] },
  ),
  npm(
    ...(['io.github.Flux159/mcp-server-kubernetes', 'Kubernetes'] as const),
    'A cluster by kubectl, which must be installed',
    'mcp-server-kubernetes@4.1.7',
    {
      env: [
        {
          name: 'KUBECONFIG',
          description: 'The file that says how to reach the cluster',
          format: 'filepath',
        },
        {
          ...{ name: 'ALLOW_ONLY_NON_DESTRUCTIVE_TOOLS', description: 'Leaves out what deletes things' },
          ...{ choices: ['true', 'false'], default: 'true' },
        },
      ],
    },
  ),
  npm(
    ...(['io.github.eslint/mcp', 'ESLint'] as const),
    'Checks code by the rules of its project',
    '@eslint/mcp@0.3.13',
  ),
  npm(
    ...(['io.github.line/line-bot-mcp-server', 'LINE'] as const),
    'Messages of an official account of LINE',
    '@line/line-bot-mcp-server@0.5.0',
    {
      env: [
        key('CHANNEL_ACCESS_TOKEN', 'A token of the Messaging API'),
        { name: 'DESTINATION_USER_ID', description: 'Who gets messages that name nobody' },
      ],
    },
  ),
  npm(
    ...(['com.postman/postman-mcp-server', 'Postman'] as const),
    'Collections, environments and specifications of Postman',
    '@postman/postman-mcp-server@2.13.0',
    { env: [key('POSTMAN_API_KEY', 'A key of Postman')] },
  ),
];
