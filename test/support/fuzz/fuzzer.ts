import { Pool } from 'undici';
import { operationsOf, type Located, type OpenApiDocument } from '../openapi-document.js';
import { AnswerCheck, type FuzzedAnswer } from './answer-check.js';
import { RequestMaker, type FuzzedRequest } from './request-maker.js';
import { SeededRandom } from './seeded-random.js';
import { ValueMaker } from './value-maker.js';

/** Those who ask; each gives its token when it is needed, as requests may have ended the one before. */
export type Callers = Readonly<Record<string, () => string | undefined>>;

export interface FuzzReport {
  readonly cases: number;
  /** Answers by operation id and status: `callTool 200`. */
  readonly answers: ReadonlyMap<string, number>;
  /** What was not as documented, each once, with the request that showed it first. */
  readonly faults: readonly string[];
}

interface FuzzOptions {
  readonly seed: number;
  readonly cases: number;
  readonly callers: Callers;
  /** Runs before every hundredth case and after what ends or deletes something, to bring it back. */
  readonly refresh: (values: ValueMaker) => Promise<void>;
}

const slowestMs = 10_000;

/** Sends requests made from the document to the gateway, one after the other, and compares what comes back with the document. */
export class Fuzzer {
  private readonly pool: Pool;
  private readonly check: AnswerCheck;

  constructor(
    url: string,
    private readonly document: OpenApiDocument,
  ) {
    this.pool = new Pool(url, { connections: 8, bodyTimeout: slowestMs, headersTimeout: slowestMs });
    this.check = new AnswerCheck(document);
  }

  async run({ seed, cases, callers, refresh }: FuzzOptions): Promise<FuzzReport> {
    const random = new SeededRandom(seed);
    const values = new ValueMaker(this.document, random);
    const maker = new RequestMaker(values, random, Object.keys(callers));
    const operations = operationsOf(this.document);
    const answers = new Map<string, number>();
    const faults = new Map<string, string>();
    let answer: FuzzedAnswer | undefined;
    for (let number = 0; number < cases; number++) {
      if (number % 100 === 0 || answer?.status === 204) await refresh(values);
      const operation = operations[number % operations.length] as Located;
      const request = maker.make(operation);
      answer = await this.send(request, callers[request.caller]?.());
      const label = `${operation.operationId} ${String(answer.status)}`;
      answers.set(label, (answers.get(label) ?? 0) + 1);
      if (answer.status < 300 && isJson(answer)) values.learn(JSON.parse(answer.text ?? 'null'));
      for (const fault of this.check.faults(operation, answer))
        if (!faults.has(`${operation.operationId}: ${fault}`))
          faults.set(`${operation.operationId}: ${fault}`, `#${String(number)} ${shown(request)}`);
    }
    return { cases, answers, faults: [...faults].map(([fault, request]) => `${fault}\n  ${request}`) };
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async send(request: FuzzedRequest, token: string | undefined): Promise<FuzzedAnswer> {
    const { method, path, body } = request;
    const headers = token === undefined ? request.headers : { ...request.headers, authorization: token };
    const response = await this.pool.request({ method, path, headers, body: body ?? null });
    const { statusCode: status } = response;
    if (response.headers['content-type']?.includes('text/event-stream') !== true)
      return { status, headers: response.headers, text: await response.body.text() };
    response.body.on('error', () => undefined).destroy();
    return { status, headers: response.headers, text: undefined };
  }
}

function shown({ method, path, headers, body, caller }: FuzzedRequest): string {
  return `${caller}: ${method} ${path} ${JSON.stringify(headers)} ${String(body ?? '')}`.slice(0, 600);
}

/** An object; not several of them, one on each line. */
function isJson({ headers, text }: FuzzedAnswer): boolean {
  return text?.startsWith('{') === true && !String(headers['content-type']).includes('ndjson');
}
