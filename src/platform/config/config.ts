import { readFileSync } from 'node:fs';
import type { ConfigFault } from './config-fault.js';
import { contradictions } from './contradictions.js';
import type { Variable } from './variable.js';
import { variables, type Values, type VariableName } from './variables.js';

/** Ends the process with exit code 78 (`EX_CONFIG` of sysexits.h) after naming all faults. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly ConfigFault[]) {
    super(
      [
        'The configuration cannot be used:',
        ...faults.map(({ variable, detail }) => `  ${variable}: ${detail}`),
      ].join('\n'),
    );
  }
}

/** Where a setting comes from. */
export const settingSources = ['default', 'environment', 'file'] as const;
export type SettingSource = (typeof settingSources)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of this process, validated once at start. Also the injection token. */
export class Config {
  private boundPort: number | undefined;

  private constructor(
    readonly values: Values,
    private readonly sources: ReadonlyMap<string, SettingSource>,
  ) {}

  /** Reads all variables; throws one `ConfigError` with every fault. */
  static load(environment: Environment = process.env, overrides: Partial<Values> = {}): Config {
    const faults: ConfigFault[] = [];
    const values: Record<string, unknown> = {};
    const sources = new Map<string, SettingSource>();
    for (const name of Object.keys(variables) as VariableName[]) {
      const { schema, fallback } = variables[name];
      const raw = read(name, environment, faults);
      const parsed = raw === undefined ? undefined : schema.safeParse(raw);
      if (parsed?.success === false)
        faults.push({ variable: name, detail: parsed.error.issues.map((issue) => issue.message).join('; ') });
      values[name] = parsed?.success ? parsed.data : fallback;
      if (raw !== undefined) sources.set(name, (environment[name] ?? '') === '' ? 'file' : 'environment');
    }
    faults.push(...missingKeys(values as Values, environment));
    const all = { ...values, ...overrides } as Values;
    faults.push(...contradictions(all));
    if (faults.length > 0) throw new ConfigError(faults);
    for (const name of Object.keys(overrides)) sources.set(name, 'environment');
    return new Config(all, sources);
  }

  /** Moves each variable to memory of its own: the block that the process was started with is not used any more. */
  static moveEnvironment(environment: NodeJS.ProcessEnv = process.env): void {
    for (const [name, value] of Object.entries(environment)) {
      Reflect.deleteProperty(environment, name);
      environment[name] = value;
    }
  }

  /** Variables of our own environment that child processes may have. */
  static inherited(names: readonly string[], environment: Environment = process.env): Record<string, string> {
    return Object.fromEntries(
      names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
    );
  }

  /** The files that hold settings which are secret. */
  static secretFiles(environment: Environment = process.env): readonly string[] {
    return Object.entries(variables).flatMap(([name, variable]) => {
      const path = 'file' in variable ? environment[`${name}_FILE`] : undefined;
      return path === undefined || path === '' ? [] : [path];
    });
  }

  /** The value of a variable that the operator's settings refer to: `${env:NAME}` in their file, `apiKeyEnv` in CHAT_PROVIDERS. */
  static expand(name: string, environment: Environment = process.env): string | undefined {
    return environment[name];
  }

  /** Where the value of a variable comes from. */
  sourceOf(name: VariableName): SettingSource {
    return this.sources.get(name) ?? 'default';
  }

  /** `{base_url}`: never taken from a request. */
  get publicUrl(): string {
    const { PUBLIC_URL, HOST, PORT } = this.values;
    if (PUBLIC_URL !== undefined) return PUBLIC_URL;
    const host = HOST === '0.0.0.0' || HOST === '::' ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST;
    return `http://${host}:${String(this.boundPort ?? PORT)}`;
  }

  /** Tells which port `PORT=0` turned into. */
  listening(port: number): void {
    this.boundPort = port;
  }
}

/** Keys that CHAT_PROVIDERS refers to and that are not there. */
function missingKeys({ CHAT_PROVIDERS }: Values, environment: Environment): ConfigFault[] {
  return Object.entries(CHAT_PROVIDERS).flatMap(([provider, { apiKeyEnv }]) =>
    apiKeyEnv === undefined || (environment[apiKeyEnv] ?? '') !== ''
      ? []
      : [{ variable: 'CHAT_PROVIDERS', detail: `${apiKeyEnv}, the key of ${provider}, is not set` }],
  );
}

function read(name: VariableName, environment: Environment, faults: ConfigFault[]): string | undefined {
  const file = 'file' in variables[name] ? environment[`${name}_FILE`] : undefined;
  const { otherName } = variables[name] as Variable<unknown>;
  const direct = environment[name] ?? (otherName === undefined ? undefined : environment[otherName]);
  if (file === undefined || file === '') return direct === '' ? undefined : direct;
  if (direct !== undefined && direct !== '') {
    faults.push({ variable: name, detail: `is set, and ${name}_FILE too; keep one` });
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    faults.push({
      variable: `${name}_FILE`,
      detail: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    });
    return undefined;
  }
}
