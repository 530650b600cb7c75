import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { Config } from '../config/config.js';
import { requireAccess, requireNamedAccount, type Access } from '../security/access.js';
import { BodyReader } from './bodies/body-reader.js';
import type { FastHandler } from './fast-exchange.js';
import { RequestPipeline } from './request-pipeline.js';
import { callerOf } from '../../kernel/caller.js';
import type { Principal } from '../../kernel/principal.js';

interface LaneRoute {
  readonly pattern: string;
  readonly access: Exclude<Access, { for: 'public' }>;
  readonly handler: FastHandler;
  /** Words in the variable segment that make the path one of another route, behind Express. */
  readonly words: ReadonlySet<string>;
}

type RoutesByPath = Map<string, Map<string, LaneRoute>>;

/**
 * Answers the few routes that carry the traffic before Express sees them. Everything on the way (context, Host check, token,
 * access, problems) is the code that Express requests pass too; what is saved is Express and Nest's own dispatch.
 */
@Injectable()
export class FastPath {
  /** By what stands before the variable segment, what stands behind it, and the method. */
  private readonly routes = new Map<string, RoutesByPath>();
  private readonly fixed: RoutesByPath = new Map();
  private readonly enabled: boolean;

  constructor(
    config: Config,
    private readonly front: RequestPipeline,
    private readonly bodies: BodyReader,
  ) {
    this.enabled = config.values.HOT_LANE;
  }

  /** `pattern` has one variable segment, `/api/servers/:server/mcp/call`, or none. As behind Express, a slash may stand at the end. */
  register(method: string, pattern: string, { access, handler, words }: Omit<LaneRoute, 'pattern'>): void {
    const colon = pattern.indexOf(':');
    const route = { pattern, access, handler, words };
    for (const slash of ['', '/'])
      if (colon < 0) put(this.fixed, pattern + slash, method, route);
      else {
        const prefix = pattern.slice(0, colon);
        const routes = this.routes.get(prefix) ?? new Map<string, Map<string, LaneRoute>>();
        this.routes.set(prefix, routes);
        put(routes, pattern.slice(colon).replace(/^:\w+/, '') + slash, method, route);
      }
  }

  /** Whether the lane takes the request; it leaves those with an encoded segment, which no name of ours needs. */
  take(req: IncomingMessage, res: ServerResponse): boolean {
    if (!this.enabled) return false;
    const url = req.url ?? '/';
    for (const [prefix, routes] of this.routes) {
      if (!url.startsWith(prefix)) continue;
      const slash = url.indexOf('/', prefix.length);
      const mark = url.indexOf('?', prefix.length);
      if (slash < 0 || (mark >= 0 && mark < slash)) continue;
      const param = url.slice(prefix.length, slash);
      const route = find(routes, mark < 0 ? url.slice(slash) : url.slice(slash, mark), req.method);
      if (route === undefined || param.includes('%') || route.words.has(param)) continue;
      void this.run(route, param, mark < 0 ? '' : url.slice(mark + 1), req, res);
      return true;
    }
    return this.takeFixed(url, req, res);
  }

  private takeFixed(url: string, req: IncomingMessage, res: ServerResponse): boolean {
    const mark = url.indexOf('?');
    const route = find(this.fixed, mark < 0 ? url : url.slice(0, mark), req.method);
    if (route === undefined) return false;
    void this.run(route, '', mark < 0 ? '' : url.slice(mark + 1), req, res);
    return true;
  }

  private async run(
    route: LaneRoute,
    param: string,
    query: string,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const context = this.front.open(req, res);
    context.route = route.pattern;
    try {
      const admission = this.front.admit(req, context);
      if (admission !== undefined) await admission;
      requireAccess(route.access, context.principal);
      requireNamedAccount(route.access, context);
      const { principal, owner } = callerOf(context.principal as Principal);
      const reply = await route.handler({
        req,
        headers: req.headers,
        res,
        context,
        principal,
        owner,
        param,
        query: query === '' ? emptyQuery : parse(query),
        json: (numbers) => this.bodies.json(req, context, numbers),
        measured: () => this.bodies.measured(req, context),
      });
      const sending = reply === undefined ? undefined : this.front.send(res, reply, context);
      if (sending !== undefined) await sending;
    } catch (error) {
      this.front.fail(res, error, context);
    }
  }
}

const emptyQuery: ParsedUrlQuery = {};

function put(routes: RoutesByPath, path: string, method: string, route: LaneRoute): void {
  routes.set(path, (routes.get(path) ?? new Map<string, LaneRoute>()).set(method, route));
}

function find(routes: RoutesByPath, path: string, method = ''): LaneRoute | undefined {
  return routes.get(path)?.get(method);
}
