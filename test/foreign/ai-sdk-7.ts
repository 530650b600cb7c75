import * as sdk7 from 'ai';
import type { ChatSdk } from '../support/clients/chat-client.js';

/** The AI SDK after the one that the gateway itself uses. */
export const aiSdk7 = sdk7 as unknown as ChatSdk;
