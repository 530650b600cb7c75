import { api } from '../../api/client.ts';
import { dataOf } from '../../api/all-pages.ts';
import { ownFetch } from '../../api/own-fetch.ts';
import { gatewayUrl } from '../../api/place.ts';
import type { ConfigOutcome, StoredConfig } from '../../api/models.ts';
import type { JsonSchema } from '../../schema-form/json-schema.ts';

/** The config that holds now. */
export async function readConfig(app: string): Promise<StoredConfig> {
  return dataOf(await api.GET('/api/cli/apps/{app}/config', { params: { path: { app } } }));
}

/** Saves, or with `dryRun` says what saving would change. The text goes as it is written: numbers keep their digits. */
export async function sendConfig(
  app: string,
  text: string,
  { version, dryRun }: { readonly version: number | undefined; readonly dryRun: boolean },
): Promise<ConfigOutcome> {
  const query = dryRun ? '?dryRun=true' : '';
  const response = await ownFetch(
    new Request(`${gatewayUrl}/api/cli/apps/${encodeURIComponent(app)}/config${query}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        ...(version === undefined ? { 'if-match': '*' } : {}),
      },
      body: `{"config":${text}${version === undefined ? '' : `,"version":${String(version)}`}}`,
    }),
  );
  return (await response.json()) as ConfigOutcome;
}

export async function readConfigSchema(): Promise<JsonSchema> {
  const response = await ownFetch(new Request(`${gatewayUrl}/schemas/app-config-1.json`));
  return (await response.json()) as JsonSchema;
}
