import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type AnyRouter,
} from '@tanstack/react-router';
import { consolePath } from '../api/place.ts';
import { NotFound } from './lost.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';
import { Shell } from './shell.tsx';
import { Stumble } from './stumble.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <NotFound /> });

type Component = Parameters<typeof createRoute>[0]['component'];

function page(path: string, component: Component): AnyRoute {
  return createRoute({ getParentRoute: () => root, path, component });
}

/** An address that another one stands for. */
function leading(path: string, to: string): AnyRoute {
  return createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ params }: { readonly params: object }) => {
      throw redirect({ to, params, replace: true } as never);
    },
  });
}

const serverPage = lazyRouteComponent(() => import('../pages/server/server-page.tsx'), 'ServerPage');
const appPage = lazyRouteComponent(() => import('../pages/apps/app-page.tsx'), 'AppPage');
const peoplePage = lazyRouteComponent(() => import('../pages/people/people-page.tsx'), 'PeoplePage');

const routes = [
  leading('/', '/servers'),
  page(
    '/servers',
    lazyRouteComponent(() => import('../pages/servers/servers-page.tsx'), 'ServersPage'),
  ),
  page(
    '/servers/new',
    lazyRouteComponent(() => import('../pages/servers/new-server-page.tsx'), 'NewServerPage'),
  ),
  leading('/servers/$handle', '/servers/$handle/tools'),
  page('/servers/$handle/$section', serverPage),
  page(
    '/servers/$handle/tools/$tool',
    lazyRouteComponent(() => import('../pages/server/tool-page.tsx'), 'ToolPage'),
  ),
  page(
    '/servers/$handle/prompts/$prompt',
    lazyRouteComponent(() => import('../pages/server/prompt-page.tsx'), 'PromptPage'),
  ),
  page(
    '/apps',
    lazyRouteComponent(() => import('../pages/apps/apps-page.tsx'), 'AppsPage'),
  ),
  page(
    '/apps/new',
    lazyRouteComponent(() => import('../pages/apps/new-app-page.tsx'), 'NewAppPage'),
  ),
  leading('/apps/$app', '/apps/$app/config'),
  page('/apps/$app/$section', appPage),
  page(
    '/connect',
    lazyRouteComponent(() => import('../pages/connect/connect-page.tsx'), 'ConnectPage'),
  ),
  page(
    '/calls',
    lazyRouteComponent(() => import('../pages/calls/calls-page.tsx'), 'CallsPage'),
  ),
  page(
    '/calls/usage',
    lazyRouteComponent(() => import('../pages/calls/usage-page.tsx'), 'UsagePage'),
  ),
  page(
    '/calls/$requestId',
    lazyRouteComponent(() => import('../pages/calls/call-page.tsx'), 'CallPage'),
  ),
  page(
    '/approvals',
    lazyRouteComponent(() => import('../pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  ),
  page(
    '/workflows',
    lazyRouteComponent(() => import('../pages/workflows/workflows-page.tsx'), 'WorkflowsPage'),
  ),
  page(
    '/workflows/$app/$name',
    lazyRouteComponent(() => import('../pages/workflows/workflow-page.tsx'), 'WorkflowPage'),
  ),
  page(
    '/workflows/$app/runs/$run',
    lazyRouteComponent(() => import('../pages/workflows/run-page.tsx'), 'RunPage'),
  ),
  page(
    '/chat',
    lazyRouteComponent(() => import('../pages/chat/chat-page.tsx'), 'ChatPage'),
  ),
  page('/people', peoplePage),
  page('/people/$section', peoplePage),
  page(
    '/settings',
    lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
  ),
  page(
    '/doctor',
    lazyRouteComponent(() => import('../pages/settings/doctor-page.tsx'), 'DoctorPage'),
  ),
];

/** Every address of the console. What stands beside a path is texts only. */
export function makeRouter(): AnyRouter {
  return createRouter({
    routeTree: root.addChildren(routes),
    basepath: consolePath,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <main aria-busy="true" />,
    defaultErrorComponent: Stumble,
    scrollRestoration: true,
  });
}

/** Loads what the other pages are made of, so that none of them is waited for. */
export function loadPages({ routesById }: AnyRouter): void {
  for (const route of Object.values(routesById as Readonly<Record<string, AnyRoute>>)) {
    const component = route.options.component as { readonly preload?: () => Promise<unknown> } | undefined;
    component?.preload?.().catch(() => undefined);
  }
}
