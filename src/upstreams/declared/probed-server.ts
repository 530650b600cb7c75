import type { JsonObject } from '../../kernel/json/json.js';
import type { Problem } from '../../kernel/problems/problem.js';
import type { OperationPlan } from '../openapi/request/operation-plan.js';
import type { RegisteredServer } from './registered-server.js';

/** What a short look at a server gave: its tools as it names them, or why not. Neither: it was not asked. */
export interface ProbedServer {
  readonly server: RegisteredServer;
  readonly tools?: readonly JsonObject[];
  /** Of an API: what its tools send, by their names. */
  readonly operations?: ReadonlyMap<string, OperationPlan> | undefined;
  readonly failure?: Problem;
}
