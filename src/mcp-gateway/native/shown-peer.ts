import type { CallScope } from '../../kernel/call-scope.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { SessionPeer } from '../../mcp/server/session-peer.js';
import { isRequest, type RpcMessage, type RpcRequest } from '../../mcp/wire/json-rpc.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import type { Exchange } from '../../mcp/wire/link.js';
import { unanswered } from '../../mcp/wire/question.js';

/** A request of the client in the middle of which a server asks. */
export interface Asking {
  readonly message: RpcRequest;
  readonly scope: CallScope;
}

/** A question as the client is to get it, `during` what as far as it is known; `undefined`: as it came. Rejects with what refuses it. */
export type QuestionView = (
  question: RpcRequest,
  during: Asking | undefined,
) => Promise<RpcRequest> | undefined;

interface Running extends Asking {
  readonly refuse: (problem: Problem) => void;
}

/** A peer whose questions reach the client as somebody has decided; one that is refused ends the request in which it was asked. */
export class ShownPeer implements SessionPeer {
  onMessage: SessionPeer['onMessage'] = () => undefined;
  onClose: SessionPeer['onClose'] = () => undefined;
  private readonly running = new Set<Running>();

  constructor(
    private readonly peer: SessionPeer,
    private readonly shown: QuestionView,
  ) {
    peer.onMessage = (message, bytes, about) => {
      this.heard(message, bytes, about);
    };
    peer.onClose = (failure) => {
      this.onClose(failure);
    };
  }

  open(): Promise<void> {
    return this.peer.open();
  }

  request(message: RpcRequest, options?: Parameters<SessionPeer['request']>[1]): Exchange {
    const exchange = this.peer.request(message, options);
    const scope = options?.scope;
    return scope === undefined ? exchange : this.refusable(exchange, { message, scope });
  }

  send(...sent: Parameters<SessionPeer['send']>): Promise<void> {
    return this.peer.send(...sent);
  }

  setSession(session: Parameters<SessionPeer['setSession']>[0]): void {
    this.peer.setSession(session);
  }

  close(): Promise<void> {
    return this.peer.close();
  }

  private refusable(exchange: Exchange, asking: Asking): Exchange {
    let refuse: Running['refuse'] = () => undefined;
    const refused = new Promise<never>((_, reject) => {
      refuse = (problem) => {
        reject(problem);
        exchange.cancel(new LinkFailure('cancelled', 'what the server asks is refused'));
      };
    });
    const running = { ...asking, refuse };
    this.running.add(running);
    const response = Promise.race([exchange.response, refused]).finally(() => this.running.delete(running));
    return {
      response,
      cancel: (failure) => {
        exchange.cancel(failure);
      },
      forget: () => exchange.forget?.(),
    };
  }

  /** What does not say in which request it is asked is taken for the latest. */
  private heard(message: RpcMessage, bytes: Buffer | undefined, about: string | number | undefined): void {
    const running = [...this.running];
    const during = running.find(({ message: { id } }) => id === about) ?? running.at(-1);
    const shown = isRequest(message) ? this.shown(message, during) : undefined;
    if (shown === undefined || !isRequest(message)) {
      this.onMessage(message, bytes, about);
      return;
    }
    shown.then(
      (question) => {
        this.onMessage(question, question === message ? bytes : undefined, about);
      },
      (error: unknown) => {
        this.peer.send(unanswered(message.id)).catch(() => undefined);
        during?.refuse(Problem.from(error));
      },
    );
  }
}
