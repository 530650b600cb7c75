import type { Config, SettingSource } from './config.js';
import { variables, type VariableName } from './variables.js';

/** A variable as the operator is shown it. */
export interface Setting {
  readonly name: string;
  /** As it would be written; absent where there is none, and for secrets. */
  readonly value?: string;
  /** Whether somebody has set it. */
  readonly set: boolean;
  readonly source: SettingSource;
  readonly secret: boolean;
  readonly meaning: string;
}

/** Every variable with what holds now. What can be read from a file is secret; of other addresses the credentials are left out. */
export function settingsOf(config: Config): Setting[] {
  return (Object.keys(variables) as VariableName[]).map((name) => {
    const { meaning, ...variable } = variables[name];
    const secret = 'file' in variable;
    const source = config.sourceOf(name);
    const value = secret ? undefined : printed(config.values[name]);
    return {
      ...{ name, ...(value === undefined ? {} : { value }) },
      ...{ set: source !== 'default', source, secret, meaning },
    };
  });
}

function printed(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'string') return withoutCredentials(value);
  return JSON.stringify(value);
}

function withoutCredentials(text: string): string {
  const url = /^[a-z]+:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || `${url.username}${url.password}` === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}
