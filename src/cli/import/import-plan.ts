import type { ClientDocument, ClientEntry } from '../../kernel/client-files/client-document.js';
import { readClientServer } from '../../kernel/client-files/read-client-server.js';
import { slugOf } from '../../kernel/text/slug.js';
import { isObject, type ConfigObject } from '../project/json-value.js';
import type { ImportSurroundings } from './import-surroundings.js';
import { PlainValues } from './plain-values.js';
import { SecretCollector, type NeededSecret } from './secret-collector.js';
import { ServerTranslation } from './server-translation.js';

/** What an import is going to do. */
export interface ImportPlan {
  /** Servers for the config, by name. */
  readonly servers: Readonly<Record<string, ConfigObject>>;
  readonly secrets: readonly NeededSecret[];
  /** Globs of tools (`server__tool`) before which the client asks its person, for `policies.requireApproval`. */
  readonly requireApproval: readonly string[];
  /** Servers that cannot come along, and why. */
  readonly skipped: readonly { readonly server: string; readonly reason: string }[];
  /** Members of the file that the config does not have. */
  readonly remarks: readonly ImportRemark[];
}

export interface ImportRemark {
  readonly server?: string;
  /** Where the member stands in the file. */
  readonly path: readonly string[];
  /** `note`: it matters to the window of the client only. */
  readonly effect: 'note' | 'warning';
  /** A sentence without its subject. */
  readonly text: string;
}

/** Members of a server in an app's config, as far as files can have them. */
const appMembers = [
  ...['use', 'type', 'url', 'openapi', 'baseUrl', 'operations', 'credentials', 'headers', 'auth', 'command'],
  ...[
    'args',
    'env',
    'cwd',
    'description',
    'disabled',
    'timeoutMs',
    'maxConcurrency',
    'isolation',
    'notSecret',
  ],
  ...['tools', 'questions', 'overrides'],
];

/** Names of members that may be rules of a client that is not known here. */
const ruleWords =
  /allow|den(?:y|ied)|block|exclu|inclu|disab|enab|permi|restrict|filter|tool|polic|rule|approv|only|auth/i;

/** What becomes of the servers of a client's file. No rule of the file is left out: where it cannot be kept, its server is disabled. */
export function planImport(document: ClientDocument, surroundings: ImportSurroundings): ImportPlan {
  return new Planning(document, surroundings).plan();
}

class Planning {
  private readonly servers: Record<string, ConfigObject> = {};
  private readonly skipped: { server: string; reason: string }[] = [];
  private readonly remarks: ImportRemark[] = [];
  private readonly requireApproval: string[] = [];
  private readonly collector: SecretCollector;
  private readonly plain: PlainValues;

  constructor(
    private readonly document: ClientDocument,
    private readonly surroundings: ImportSurroundings,
  ) {
    const { environment, file, takenSecrets } = surroundings;
    this.plain = new PlainValues(environment, file);
    this.collector = new SecretCollector(environment, new Set(takenSecrets), document.inputs, (reference) =>
      this.plain.folderOf(reference),
    );
  }

  plan(): ImportPlan {
    for (const { path, text } of this.document.passedOver)
      this.remarks.push({ path, effect: 'warning', text });
    for (const entry of this.document.entries) this.take(entry);
    const { servers, skipped, remarks, requireApproval } = this;
    const used = JSON.stringify(servers);
    const secrets = this.collector.secrets.filter(({ name }) => used.includes(`\${secret:${name}}`));
    return { servers, secrets, requireApproval, skipped, remarks };
  }

  private take({ name: given, path, entry, timeoutUnit, rules }: ClientEntry): void {
    const slug = slugOf(given) ?? 'server';
    if (this.surroundings.present.includes(slug)) {
      this.skipped.push({ server: slug, reason: 'the config has it already' });
      return;
    }
    const name = this.freeName(slug);
    if (!isObject(entry)) {
      this.skipped.push({ server: name, reason: 'it is no object' });
      return;
    }
    const remarks: ImportRemark[] = [];
    const read = readClientServer(entry, appMembers, { name: given, timeoutUnit });
    const translation = new ServerTranslation(
      name,
      read.server,
      this.collector,
      this.plain,
      this.surroundings,
    );
    for (const note of read.notes) {
      const effect = note.effect === 'note' ? 'note' : 'warning';
      if (note.effect === 'refuses') translation.refuse(`its member ${note.path.join('.')} ${note.text}`);
      else remarks.push({ server: name, path: [...path, ...note.path], effect, text: note.text });
    }
    for (const member of read.unknown) {
      const isRule = ruleWords.test(member);
      if (isRule) translation.disable();
      const text = isRule
        ? 'is not known here and may be a rule: the server is disabled until you decide'
        : 'is not known here and is not taken over';
      remarks.push({ server: name, path: [...path, member], effect: 'warning', text });
    }
    translation.apply(rules);
    const server = translation.translate();
    const folders = this.plain.takeUsedFolders();
    if (typeof server === 'string') {
      this.skipped.push({ server: name, reason: server });
      return;
    }
    this.servers[name] = server;
    for (const { member, text } of translation.remarks)
      remarks.push({ server: name, path: [...path, ...member], effect: 'warning', text });
    for (const folder of folders)
      remarks.push({
        server: name,
        path,
        effect: 'warning',
        text: `has ${folder}, a folder of this machine`,
      });
    if (name !== slug)
      remarks.push({
        server: name,
        path,
        effect: 'warning',
        text: `is called ${name}: another server has its name`,
      });
    this.remarks.push(...remarks);
    for (const tool of read.askBefore) this.requireApproval.push(`${name}__${tool}`);
  }

  /** A file may have `My Server` and `my-server`. */
  private freeName(slug: string): string {
    let name = slug;
    for (let count = 2; name in this.servers || this.surroundings.present.includes(name); count++)
      name = `${slug.slice(0, 59)}-${String(count)}`;
    return name;
  }
}
