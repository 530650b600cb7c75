import type { Fault } from '../../kernel/problems/problem.js';
import { suggestion } from '../../kernel/text/nearest.js';
import type { ChildSite, NamedWorkflow, WorkflowDefinition } from './workflow-definition.js';

type Header = Pick<WorkflowDefinition, 'namespace' | 'version'>;

/** The workflows of an app by name; `undefined` for one that cannot be read. */
export type KnownWorkflows = ReadonlyMap<string, Partial<Header> | undefined>;

/** What is wrong with the way in which a document names another workflow of its app. */
export function childFaults(site: ChildSite, known: KnownWorkflows): readonly Fault[] {
  const { workflow, pointer } = site;
  if (!known.has(workflow)) {
    const detail = `names no workflow of this app: ${workflow}.${suggestion(workflow, [...known.keys()])}`;
    return [{ pointer: `${pointer}/name`, detail }];
  }
  const header = known.get(workflow);
  return header === undefined
    ? []
    : otherThan(site, header).map((member) => ({
        pointer: `${pointer}/${member}`,
        detail: `is not that of the document of ${workflow}: ${header[member] ?? ''}`,
      }));
}

/** Members that a document names otherwise than the workflow has them, as far as that is known. */
function otherThan(named: NamedWorkflow, header: Partial<Header>): readonly (keyof Header)[] {
  return (['namespace', 'version'] as const).filter((member) => {
    const [written, known] = [named[member], header[member]];
    return written !== undefined && known !== undefined && written !== known;
  });
}

/** Those of the children of a workflow by which it comes to itself again. */
export function ringSites(
  name: string,
  children: ReadonlyMap<string, readonly ChildSite[]>,
): readonly ChildSite[] {
  return (children.get(name) ?? []).filter(({ workflow }) => leadsTo(workflow, name, children));
}

function leadsTo(from: string, to: string, children: ReadonlyMap<string, readonly ChildSite[]>): boolean {
  const seen = new Set([from]);
  for (const name of seen) {
    if (name === to) return true;
    for (const { workflow } of children.get(name) ?? []) seen.add(workflow);
  }
  return false;
}
