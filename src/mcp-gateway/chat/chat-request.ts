import type { ToolChoice } from './models/language-models.port.js';
import type { GivenMessage } from './readable-messages.js';

/** When a tool is asked about: unless it says that it does no harm, always, or never. */
export type ApprovalMode = 'auto' | 'always' | 'never';

/** Globs for the names of tools; deny wins. */
export interface ToolGlobs {
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
}

/** What of a server the model is to have before it. */
export interface Attachments {
  /** URIs. */
  readonly resources?: readonly string[] | undefined;
  readonly prompts?:
    | readonly {
        readonly name: string;
        readonly arguments?: Readonly<Record<string, string>> | undefined;
      }[]
    | undefined;
}

/** What a caller asks of a chat; what is absent comes from the app, then from the gateway. */
export interface ChatWishes {
  readonly model?: string | undefined;
  readonly system?: string | undefined;
  readonly tools?: ToolGlobs | undefined;
  readonly maxSteps?: number | undefined;
  readonly approval?: ApprovalMode | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
}

export interface ChatInput extends ChatWishes {
  readonly messages: readonly GivenMessage[];
  readonly toolChoice?: ToolChoice | undefined;
  readonly attachments?: Attachments | undefined;
}
