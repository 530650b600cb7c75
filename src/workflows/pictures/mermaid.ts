import type { Task, WorkflowDefinition } from '../definition/workflow-definition.js';
import type { StepStatus } from '../runs/run-steps.js';
import { MermaidLines, type Way } from './mermaid-lines.js';
import { casesOf, labelOf, shapeOf } from './task-labels.js';

const colours: Readonly<Record<StepStatus, string>> = {
  completed: 'fill:#dcfce7,stroke:#15803d,color:#14532d',
  failed: 'fill:#fee2e2,stroke:#b91c1c,color:#7f1d1d',
  running: 'fill:#dbeafe,stroke:#1d4ed8,color:#1e3a8a',
  waiting: 'fill:#fef3c7,stroke:#b45309,color:#78350f',
};

/** A list of tasks while it is drawn. */
interface Place {
  readonly tasks: readonly Task[];
  /** Ways that leave the list. */
  readonly left: Way[];
}

/** A definition as a flowchart of Mermaid; with `states`, by path, also how each task stands in a run: the class of its node. */
export function mermaidOf(
  definition: WorkflowDefinition,
  states: ReadonlyMap<string, StepStatus> = new Map(),
): string {
  const picture = new Picture(states);
  return picture.draw(definition);
}

class Picture {
  private readonly lines = new MermaidLines();

  constructor(private readonly states: ReadonlyMap<string, StepStatus>) {}

  draw({ tasks }: WorkflowDefinition): string {
    this.lines.add('begin(["begin"])');
    const ends = this.list(tasks, [{ from: 'begin' }]);
    this.lines.add('finish(["end"])');
    this.lines.edges(ends, 'finish');
    for (const [path, status] of this.states) {
      const id = this.lines.find(path);
      if (id !== undefined) this.lines.add(`class ${id} ${status}`);
    }
    const used = new Set(this.states.values());
    const classes = [...used].map((status) => `  classDef ${status} ${colours[status]}`);
    return ['flowchart TD', ...this.lines.all, ...classes, ''].join('\n');
  }

  /** Draws tasks after each other; the ways that go on after them. */
  private list(tasks: readonly Task[], ways: readonly Way[]): readonly Way[] {
    const place: Place = { tasks, left: [] };
    let open = ways;
    for (const task of tasks) {
      this.lines.edges(open, this.lines.idOf(task.path));
      // The cases of a switch say themselves where they lead.
      open = this.follow(this.task(task, place), task.kind === 'switch' ? 'continue' : task.then, place);
    }
    return [...open, ...place.left];
  }

  /** The ways that go on to the next task of the list; others are drawn, or leave it. */
  private follow(ways: readonly Way[], then: string, { tasks, left }: Place): readonly Way[] {
    if (then === 'continue') return ways;
    if (then === 'exit') left.push(...ways);
    else if (then === 'end') this.lines.edges(ways, 'finish');
    else {
      const next = tasks.find(({ name }) => name === then);
      if (next !== undefined) this.lines.edges(ways, this.lines.idOf(next.path));
    }
    return [];
  }

  private loop(name: string, id: string, node: () => void, tasks: readonly Task[]): readonly Way[] {
    return this.lines.group(id, name, () => {
      node();
      this.lines.edges(this.list(tasks, [{ from: id, label: 'each' }]), id, '-.->');
      return [{ from: id, label: 'done' }];
    });
  }

  /** Draws a task with what is in it; the ways that come out of it. */
  private task(task: Task, place: Place): readonly Way[] {
    const id = this.lines.idOf(task.path);
    const node = () => {
      this.lines.node(id, shapeOf(task), labelOf(task));
    };
    switch (task.kind) {
      case 'do':
        return this.lines.group(id, task.name, () => {
          node();
          return this.list(task.tasks, [{ from: id }]);
        });
      case 'for':
        return this.loop(task.name, id, node, task.tasks);
      case 'listen':
        if (task.foreach === undefined || task.foreach.tasks.length === 0) {
          node();
          return [{ from: id }];
        }
        return this.loop(task.name, id, node, task.foreach.tasks);
      case 'fork':
        return this.lines.group(id, task.name, () => {
          node();
          return task.branches.flatMap((branch) => {
            this.lines.edges([{ from: id }], this.lines.idOf(branch.path));
            const own: Place = { tasks: [branch], left: [] };
            return [...this.task(branch, own), ...own.left];
          });
        });
      case 'try':
        return this.lines.group(id, task.name, () => {
          node();
          const tried = this.list(task.tasks, [{ from: id }]);
          const { tasks } = task.catch;
          if (tasks === undefined) return tried;
          return [...tried, ...this.list(tasks, [{ from: id, label: 'on error' }])];
        });
      case 'switch': {
        node();
        return casesOf(task).flatMap(({ label, then }) => this.follow([{ from: id, label }], then, place));
      }
      case 'raise':
        node();
        return [];
      default:
        node();
        return [{ from: id }];
    }
  }
}
