import { Injectable } from '@nestjs/common';
import type { Origin } from '../../../accounts/audit/audit.service.js';
import { Slug } from '../../../apps/document/slug.schema.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { UserPrincipal } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { slugOf } from '../../../kernel/text/slug.js';
import { catalogMark } from '../../publishing/declarations.js';
import { PublishedServers, type ShownServer } from '../../publishing/published-servers.service.js';
import { Catalog } from '../sources/catalog.service.js';
import { readAnswers, type Answer } from './input-answers.js';
import { entryRefused } from './plan-refusal.js';
import { Plans, type Plan } from './plans.service.js';
import { hasUser, userRefusal } from './remote-template.js';
import { filledDeclaration } from './declaration-template.js';

/** A plan as whoever asked for it is told. */
export type ToldPlan = Omit<Plan, 'template' | 'digest'> & { readonly plan: string; readonly as: string };

interface Addition {
  readonly plan: string;
  readonly as: string;
  readonly inputs: Readonly<Record<string, Answer>>;
}

const planForm = /^pln_([\w-]+)$/;

/**
 * Adds servers of the catalogue: first somebody looks at what it would do, then it is done as they saw it. A plan is not kept anywhere: it
 * names the version and the digest of all that was shown, and what is found when it is carried out must be the same.
 */
@Injectable()
export class Additions {
  constructor(
    private readonly catalog: Catalog,
    private readonly plans: Plans,
    private readonly published: PublishedServers,
  ) {}

  /** Throws what `Catalog.get` and `Plans.of` do, and `invalid-config`. */
  async plan(
    name: string,
    wanted: { readonly as?: string | undefined; readonly version?: string | undefined },
  ): Promise<ToldPlan> {
    if (wanted.as !== undefined) requireSlug(wanted.as);
    const { digest, server, description, source, definition, inputs, warnings, ...more } =
      await this.plans.of(await this.catalog.get(name, wanted.version));
    const from = more.package === undefined ? {} : { package: more.package };
    const told = { server, description, source, ...from, definition, inputs, warnings };
    const as = wanted.as ?? suggestedName(name);
    return { plan: planOf(server.version, digest), as, ...told };
  }

  /** Throws the same, `plan-changed`, and what `PublishedServers.create` does. */
  async add(
    principal: UserPrincipal,
    name: string,
    { plan, as, inputs }: Addition,
    origin: Origin,
  ): Promise<ShownServer> {
    requireSlug(as);
    const found = await this.asPlanned(name, plan);
    const { answers, faults } = readAnswers(found.inputs, inputs);
    if (faults.length > 0)
      throw new Problem('invalid-config', 'The server cannot be added like this.', { errors: faults });
    const { template, server, description } = found;
    const declared: JsonObject = {
      ...filledDeclaration(template, answers),
      ...(description === '' ? {} : { description }),
      [catalogMark]: server,
    };
    if (template.kind === 'remote' && hasUser(String(declared['url']))) throw entryRefused(userRefusal);
    return this.published.create(principal, as, declared, origin);
  }

  private async asPlanned(name: string, plan: string): Promise<Plan> {
    const [version, digest] = readPlan(plan);
    try {
      const found = await this.plans.of(await this.catalog.get(name, version));
      if (found.digest === digest) return found;
    } catch (error) {
      const { code } = Problem.from(error);
      const isGone = code === 'catalog-entry-not-found' || code === 'catalog-entry-refused';
      if (!isGone || !(await this.isThere(name))) throw error;
    }
    throw new Problem(
      'plan-changed',
      `What the catalogue says of ${name}, or its package, is not what the plan shows.`,
    );
  }

  private isThere(name: string): Promise<boolean> {
    return this.catalog.get(name).then(
      () => true,
      () => false,
    );
  }
}

function planOf(version: string, digest: string): string {
  return `pln_${Buffer.from(`${digest} ${version}`).toString('base64url')}`;
}

function readPlan(plan: string): readonly [version: string, digest: string] {
  const [, text = ''] = planForm.exec(plan) ?? [];
  const [digest = '', ...version] = Buffer.from(text, 'base64url').toString().split(' ');
  if (version.join(' ') === '')
    throw new Problem('plan-changed', 'This is no plan that the gateway has made.');
  return [version.join(' '), digest];
}

/** The last part of the name of an entry, made fit. */
function suggestedName(name: string): string {
  return slugOf(name.slice(name.indexOf('/') + 1)) ?? 'server';
}

function requireSlug(as: string): void {
  const parsed = Slug.safeParse(as);
  if (parsed.success) return;
  throw new Problem('invalid-config', 'A server cannot have this name.', {
    errors: parsed.error.issues.map(({ message }) => ({ pointer: '/as', detail: message })),
  });
}
