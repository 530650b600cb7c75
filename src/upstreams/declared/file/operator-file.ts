import { dirname } from 'node:path';
import { headerFault, isReservedHeader, repetitionFault } from '../../../apps/document/header-rules.js';
import { Slug } from '../../../apps/document/slug.schema.js';
import { parseClientDocument, type ClientEntry } from '../../../kernel/client-files/client-document.js';
import { withOuterRules } from '../../../kernel/client-files/outer-rules.js';
import { readClientServer } from '../../../kernel/client-files/read-client-server.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { maxSlugLength, slugOf } from '../../../kernel/text/slug.js';
import { isReservedName } from '../reserved-names.js';
import { LocatedJson } from './located-json.js';
import { foreignMember, untranslatedMembers, type ForeignMember } from './foreign-members.js';
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

/** The spellings of desktop clients and of VS Code; `parseClientDocument` knows those of others. */
const sections = ['mcpServers', 'servers'] as const;

/**
 * Reads the text of the operator's file; comments and trailing commas are fine. Faulty servers are left out and named. Files of other
 * clients are read as these read them. Without `variables` a `${…}` is text, and members of other clients are faults.
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
  const wrong = given.find((section) => isJsonObject(value) && !isJsonObject(value[section]));
  if (wrong !== undefined) return `${json.place([wrong])} must be an object`;
  return isJsonObject(value) && parseClientDocument(value) !== undefined
    ? undefined
    : `${json.place([])} must have the member mcpServers (or servers)`;
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
    for (const entry of parseClientDocument(this.json.value)?.entries ?? []) this.readServer(entry);
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

  private readServer({ name, path, entry, timeoutUnit, rules }: ClientEntry): void {
    const before = this.faults.length;
    this.checkName(name, path);
    const declared = isJsonObject(entry)
      ? withOuterRules(this.inOwnMembers(entry, path, { name, timeoutUnit }), rules)
      : entry;
    const isDisabled = isJsonObject(declared) && declared['disabled'] === true;
    const lacking = new Set<string>();
    const { value, used } = isDisabled
      ? { value: declared, used: [] }
      : this.expanded(declared, path, (at, problem) => {
          lacking.add(at.join());
          this.fault(at, problem);
        });
    if (!isDisabled) this.warnOfLiterals(declared, path);
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

  /** `${NAME}` and `${NAME:-default}` are for other clients: here they are sent as they stand. */
  private warnOfLiterals(declared: unknown, path: Path): void {
    if (this.variables === undefined || !isJsonObject(declared)) return;
    for (const member of ['headers', 'env'] as const)
      for (const [name, value] of Object.entries(isJsonObject(declared[member]) ? declared[member] : {})) {
        const [whole, variable] =
          [...String(value).matchAll(/\$\{(\w+)(?::-[^{}]*)?\}/g)].find(([, one = '']) =>
            /^[A-Z]|_/.test(one),
          ) ?? [];
        if (whole !== undefined)
          this.warn(
            [...path, member, name],
            `has ${whole}, which is not replaced: write \${env:${variable ?? ''}}`,
          );
      }
  }

  private expanded(declared: unknown, path: Path, report: (at: Path, problem: string) => void): Expanded {
    return this.variables === undefined
      ? { value: declared, used: [] }
      : expandVariables(declared, path, this.variables, report);
  }

  /** The entry in the members of the gateway. What it says otherwise is a fault where it could be a rule, else a warning. */
  private inOwnMembers(
    entry: JsonObject,
    path: Path,
    known: Pick<ClientEntry, 'name' | 'timeoutUnit'>,
  ): JsonObject {
    if (this.variables === undefined) {
      for (const foreign of untranslatedMembers(entry, operatorServerMembers)) this.tellOf(foreign, path);
      return entry;
    }
    const { server, notes, unknown, askBefore } = readClientServer(entry, operatorServerMembers, known);
    if (askBefore.length > 0)
      this.fault(
        path,
        'has tools before which a client asks: write them into policies.rules with "then": "ask"',
      );
    for (const { path: member, effect, text } of notes)
      if (effect !== 'note')
        this.tellOf({ name: member, isFault: effect !== 'warning', problem: text }, path);
    for (const name of unknown) this.tellOf(foreignMember(name, operatorServerMembers), path);
    return server;
  }

  private tellOf(
    { name, isFault, problem }: Omit<ForeignMember, 'name'> & { readonly name: string | readonly string[] },
    path: Path,
  ): void {
    (isFault ? this.faults : this.warnings).push(
      `${this.json.placeOfMember([...path, name].flat())} ${problem}`,
    );
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
