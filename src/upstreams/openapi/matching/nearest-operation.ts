import type { OperationPlan } from '../request/operation-plan.js';

interface HasOperations {
  readonly operations: ReadonlyMap<string, OperationPlan> | undefined;
}

/** ` The nearest is …`, to go behind a sentence that says that there is no such operation: the one with the most of the path, and of those with the method. */
export function nearestOperation(
  apis: readonly HasOperations[],
  method: string,
  segments: readonly string[],
): string {
  let nearest: { readonly name: string; readonly plan: OperationPlan; readonly likeness: number } | undefined;
  for (const { operations } of apis)
    for (const [name, plan] of operations ?? []) {
      const likeness = likenessOf(plan, method, segments);
      if (nearest === undefined || likeness > nearest.likeness) nearest = { name, plan, likeness };
    }
  if (nearest === undefined) return '';
  const { name, plan } = nearest;
  return ` The nearest is ${plan.method} ${plan.path} (${name}).`;
}

function likenessOf({ method, path }: OperationPlan, asked: string, segments: readonly string[]): number {
  const own = path.split('/').slice(1);
  const same = own.filter((part, index) => part === segments[index]).length;
  const fits = own.filter((part, index) => part.startsWith('{') && (segments[index] ?? '') !== '').length;
  const isSameLength = own.length === segments.length;
  return same * 8 + fits * 2 + (isSameLength ? 2 : 0) + (method === asked.toUpperCase() ? 1 : 0);
}
