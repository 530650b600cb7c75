import { useMemo, useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { ContentBlock, Prompt } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed, NotFound } from '../../frame/lost.tsx';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Bones, Card, Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { ContentView } from '../../results/content-view.tsx';
import type { JsonSchema } from '../../schema-form/json-schema.ts';
import { SchemaForm } from '../../schema-form/schema-form.tsx';
import { ServerTabs } from './server-tabs.tsx';
import { usePrompts } from './use-prompts.ts';

/** The arguments of a prompt are texts. */
function schemaOf({ arguments: its = [] }: Prompt): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      its.map(({ name, description }) => [
        name,
        { type: 'string', ...(description === undefined ? {} : { description }) },
      ]),
    ),
    required: its.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

function argumentWords(text: string): string[] {
  return Object.entries(JSON.parse(text) as object).flatMap(([name, value]) => [
    '--arg',
    `${name}=${String(value)}`,
  ]);
}

/** One prompt, filled in. */
export function PromptPage(): ReactNode {
  const { handle = '', prompt: name = '' } = usePath();
  const { data, isPending, error } = usePrompts(handle);
  const [sent, setSent] = useState('{}');
  const prompt = data?.find((it) => it.name === name);
  if (error !== null) return <Failed error={error} title={name} what={`server "${handle}"`} />;
  if (!isPending && prompt === undefined)
    return <NotFound what={`prompt "${name}" at the server "${handle}"`} />;
  return (
    <Page
      title={prompt?.title ?? name}
      lead={prompt?.description}
      busy={isPending}
      tabs={<ServerTabs handle={handle} />}
      command={{
        gantry: gantry('prompts', name, ...argumentWords(sent), '--server', handle),
        curl: curl(`/api/servers/${encodeURIComponent(handle)}/mcp/prompts/get`, {
          text: `{"name":${JSON.stringify(name)},"arguments":${sent}}`,
        }),
      }}
    >
      {prompt === undefined ? (
        <Bones rows={2} />
      ) : (
        <Filled handle={handle} prompt={prompt} onChange={setSent} />
      )}
    </Page>
  );
}

interface Said {
  readonly messages: readonly { readonly role: string; readonly content: ContentBlock }[];
}

function Filled({
  handle,
  prompt,
  onChange,
}: {
  readonly handle: string;
  readonly prompt: Prompt;
  readonly onChange: (argumentsText: string) => void;
}): ReactNode {
  const [said, setSaid] = useState<Said>();
  const schema = useMemo(() => schemaOf(prompt), [prompt]);
  const get = useAction(async (text: string) => {
    setSaid(undefined);
    setSaid(
      dataOf(
        await api.POST('/api/servers/{server}/mcp/prompts/get', {
          params: { path: { server: handle } },
          body: { name: prompt.name, arguments: JSON.parse(text) as Record<string, string> },
        }),
      ),
    );
  });
  return (
    <Stack>
      <Card>
        <SchemaForm
          label={prompt.name}
          keepAs={`prompt ${handle} ${prompt.name}`}
          schema={schema}
          submit="Get"
          busy={get.busy}
          onChange={onChange}
          onSubmit={(text) => void get.run(text)}
        />
        <TroubleAlert error={get.error} />
      </Card>
      {said !== undefined && (
        <Card title="Result" named>
          {said.messages.map(({ role, content }, index) => (
            <Stack tight key={index}>
              <h3>{role}</h3>
              <ContentView block={content} />
            </Stack>
          ))}
        </Card>
      )}
    </Stack>
  );
}
