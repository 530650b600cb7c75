import { Injectable } from '@nestjs/common';
import { LanguageModels, type ChatStream, type ChatTurn } from './language-models.port.js';
import { ModelConnections } from './model-connections.port.js';

/** The AI SDK, loaded with the first chat: a gateway without chat starts no slower and grows no larger. */
@Injectable()
export class AiLanguageModels extends LanguageModels {
  constructor(private readonly connections: ModelConnections) {
    super();
  }

  async start(turn: ChatTurn): Promise<ChatStream> {
    const { startTurn } = await import('../ai-turn.adapter.js');
    return startTurn(turn, this.connections);
  }
}
