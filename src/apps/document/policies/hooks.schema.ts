import { z } from 'zod';

/** A tool that is named with its server, `tool@server`; tools may have an `@` in their names, servers not. */
const ToolReference = z
  .string()
  .max(512)
  .regex(/^[\s\S]+@[a-z0-9-]{1,63}$/, 'must be a tool and its server, such as check@guard');

const HookSchema = z
  .strictObject({
    on: z
      .array(z.enum(['tools/call', 'resources/read', 'prompts/get']))
      .min(1)
      .max(3)
      .describe('Requests that it is asked about'),
    phase: z
      .enum(['request', 'response'])
      .describe('Before the server gets the request, or before the caller sees the result'),
    url: z.string().max(2048).optional().describe('Where it is asked, with a POST'),
    tool: ToolReference.optional().describe(
      'The tool that is called instead, `tool@server`, if the caller and the user who saved the config can both call it',
    ),
    secret: z
      .string()
      .min(1)
      .max(8192)
      .optional()
      .describe('Key of the signature of what is sent to `url`: `${secret:NAME}`'),
    timeoutMs: z.int().min(1).max(60_000).optional().describe('How long it may take; 5000 by default'),
    onError: z
      .enum(['deny', 'allow'])
      .optional()
      .describe('What becomes of a request when there is no decision: a refusal (default), or nothing'),
  })
  .superRefine(({ url, tool, secret }, context) => {
    const fault = (path: string[], message: string) => {
      context.addIssue({ code: 'custom', path, message });
    };
    if ((url === undefined) === (tool === undefined)) fault([], 'must have either a url or a tool');
    if (secret !== undefined && url === undefined) fault(['secret'], 'does not go with tool, only with url');
    const problem = url === undefined ? undefined : addressFault(url);
    if (problem !== undefined) fault(['url'], problem);
  });

export const HooksSchema = z.array(HookSchema).max(50);

export type Hook = z.infer<typeof HookSchema>;

/** The two parts of `tool@server`. */
export function toolOfReference(reference: string): { readonly tool: string; readonly server: string } {
  const at = reference.lastIndexOf('@');
  return { tool: reference.slice(0, at), server: reference.slice(at + 1) };
}

function addressFault(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url)) return 'must begin with http:// or https://';
  if (!URL.canParse(url)) return 'must be a URL';
  const { username, password } = new URL(url);
  return username === '' && password === '' ? undefined : 'must not carry a user or password';
}
