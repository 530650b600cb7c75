import type { Fault } from '../../kernel/problems/problem.js';
import type { ExpressionSite } from './expressions.port.js';

export function faultsOf(sites: readonly ExpressionSite[]): Fault[];
