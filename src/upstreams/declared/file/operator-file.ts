import { dirname } from 'node:path';
import { headerFault, isReservedHeader, repetitionFault } from '../../../apps/document/header-rules.js';
import { Slug } from '../../../apps/document/slug.schema.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { maxSlugLength, slugOf } from '../../../kernel/text/slug.js';
import { isReservedName } from '../reserved-names.js';
import { LocatedJson } from './located-json.js';
import { foreignMembers } from './foreign-members.js';
import { OAuthClients, OperatorServer, operatorServerMembers, toDefinition } from './operator-file.schema.js';
import { ruleFaults } from '../rule-faults.js';
import { shapeFaults } from '../tool-shapes.js';
import { expandVariables, type Expanded, type Variables } from '../operator-variables.js';
import type { z } from 'zod';
import type { ServerDefinition } from '../server-definition.js';

type Path = readonly PropertyKey[];

/** What the file says. Each fault and warning begins with its place: `line 4, /mcpServers/github/url must be a URL`. */
export interface ReadResult {
  /** The servers without fault; `undefined` when nothing can be made of the file as a whole. */
  readonly definitions?: readonly ServerDefinition[];
  /** Our clients at authorization servers, by issuer; `undefined` with faults in them. */
  readonly oauthClients?: z.infer<typeof OAuthClients> | undefined;
  /** Names of the servers that are left out for their faults. */
  readonly faulty: readonly string[];
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** The spellings of desktop clients and of VS Code. */
const sections = ['mcpServers', 'servers'] as const;

/**
 * Reads the text of the operator's file; comments and trailing commas are fine. Faulty servers are left out and named. Without `variables`
 * a `${…}` is text.
 */
export function readOperatorFile(text: string, path: string, variables: Variables | undefined): ReadResult {
  const json = new LocatedJson(text);
  const whole = json.fault ?? faultOfFile(json);
  return whole === undefined
    ? new OperatorFile(json, dirname(path), variables).read()
    : { faulty: [], faults: [whole], warnings: [] };
}

function faultOfFile(json: LocatedJson): string | undefined {
  const { value } = json;
  const given = sections.filter((section) => isJsonObject(value) && value[section] !== undefined);
  if (!isJsonObject(value) || given.length === 0)
    return `${json.place([])} must have the member mcpServers (or servers)`;
  const wrong = given.find((section) => !isJsonObject(value[section]));
  return wrong === undefined ? undefined : `${json.place([wrong])} must be an object`;
}

class OperatorFile {
  private readonly definitions = new Map<string, ServerDefinition>();
  private readonly faulty: string[] = [];
  private readonly faults: string[] = [];
  private readonly warnings: string[] = [];

  constructor(
    private readonly json: LocatedJson,
    private readonly folder: string,
    private readonly variables: Variables | undefined,
  ) {}

  read(): ReadResult {
    for (const { path, lines } of this.json.duplicates())
      this.warn(path, `is there twice, on lines ${lines.join(' and ')}: the last one is used`);
    const file = this.json.value as Readonly<Record<(typeof sections)[number], unknown>>;
    for (const section of sections)
      for (const [name, server] of Object.entries(file[section] ?? {}))
        this.readServer(name, server, [section, name]);
    const oauthClients = this.readClients();
    const { definitions, faulty, faults, warnings } = this;
    return { definitions: [...definitions.values()], oauthClients, faulty, faults, warnings };
  }

  private readClients(): z.infer<typeof OAuthClients> | undefined {
    const declared = (this.json.value as { readonly oauthClients?: unknown }).oauthClients ?? {};
    const path = ['oauthClients'];
    const before = this.faults.length;
    const { value } = this.expanded(declared, path, (at, problem) => {
      this.fault(at, problem);
    });
    const parsed = OAuthClients.safeParse(value);
    for (const issue of parsed.error?.issues ?? []) this.fault([...path, ...issue.path], issue.message);
    for (const issuer of Object.keys(parsed.data ?? {}))
      if (!URL.canParse(issuer)) this.fault([...path, issuer], 'must be the URL of an issuer');
    return this.faults.length > before ? undefined : parsed.data;
  }

  private readServer(name: string, declared: unknown, path: Path): void {
    const before = this.faults.length;
    this.checkName(name, path);
    if (isJsonObject(declared)) this.checkMembers(declared, path);
    const isDisabled = isJsonObject(declared) && declared['disabled'] === true;
    const lacking = new Set<string>();
    const { value, used } = isDisabled
      ? { value: declared, used: [] }
      : this.expanded(declared, path, (at, problem) => {
          lacking.add(at.join());
          this.fault(at, problem);
        });
    const parsed = OperatorServer.safeParse(value);
    for (const issue of parsed.error?.issues ?? []) {
      const at = [...path, ...issue.path];
      if (!lacking.has(at.join())) this.fault(at, issue.message);
    }
    for (const { path: at, detail } of [
      ...ruleFaults(parsed.data?.policies),
      ...shapeFaults(parsed.data?.tools),
    ])
      this.fault([...path, ...at], detail);
    const headers = isDisabled ? undefined : this.checkedHeaders(parsed.data?.headers, [...path, 'headers']);
    if (parsed.data === undefined || this.faults.length > before) {
      this.faulty.push(name);
      return;
    }
    const definition = toDefinition(name, { ...parsed.data, headers }, this.folder);
    this.definitions.set(name, used.length === 0 ? definition : { ...definition, environment: used });
  }

  private expanded(declared: unknown, path: Path, report: (at: Path, problem: string) => void): Expanded {
    return this.variables === undefined
      ? { value: declared, used: [] }
      : expandVariables(declared, path, this.variables, report);
  }

  private checkMembers(declared: JsonObject, path: Path): void {
    for (const { name, isFault, problem } of foreignMembers(declared, operatorServerMembers))
      (isFault ? this.faults : this.warnings).push(`${this.json.placeOfMember([...path, name])} ${problem}`);
  }

  private checkName(name: string, path: Path): void {
    if (this.definitions.has(name)) this.fault(path, 'is declared under mcpServers too');
    if (isReservedName(name)) this.fault(path, 'is a word of the address of servers; choose another name');
    if (Slug.safeParse(name).success) return;
    const nearest = slugOf(name);
    const advice = nearest === undefined ? '' : `; "${nearest}" would be one`;
    this.fault(
      path,
      `is not a name that a server can have: lower-case letters, digits and single hyphens between them, at most ${String(maxSlugLength)} characters${advice}`,
    );
  }

  /** The headers that can be sent; those that are not the operator's to set are left out. */
  private checkedHeaders(
    headers: Readonly<Record<string, string>> | undefined,
    path: Path,
  ): Record<string, string> | undefined {
    if (headers === undefined) return undefined;
    const sent = Object.entries(headers).filter(([name, value]) => {
      const isReserved = isReservedHeader(name);
      const fault =
        headerFault(name, value) ?? (isReserved ? undefined : repetitionFault(name, Object.keys(headers)));
      if (fault !== undefined) this.fault([...path, name], fault);
      if (isReserved) this.warn([...path, name], 'is set by the gateway itself: this one is not sent');
      return !isReserved;
    });
    return Object.fromEntries(sent);
  }

  private fault(path: Path, problem: string): void {
    this.faults.push(`${this.json.place(path)} ${problem}`);
  }

  private warn(path: Path, problem: string): void {
    this.warnings.push(`${this.json.place(path)} ${problem}`);
  }
}
