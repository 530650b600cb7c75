import { begunInSlices } from '../../kernel/pacing/slices.js';
import type { Snapshot } from '../connection/lists/catalogue.js';
import type { RegisteredServer } from '../declared/registered-server.js';

type Items = Snapshot['items'];

/** What becomes of lists at servers: made once, the same object for as long as the list and the server are. Long ones take their turns. */
export class ListViews<V extends object> {
  private readonly views = new WeakMap<Items, WeakMap<RegisteredServer, V | Promise<V>>>();

  constructor(private readonly make: (items: Items, server: RegisteredServer) => Generator<unknown, V>) {}

  /** What is there already; work that has not begun begins. */
  peek(server: RegisteredServer, snapshot: Snapshot): V | undefined {
    const view = this.get(server, snapshot);
    return view instanceof Promise ? undefined : view;
  }

  get(server: RegisteredServer, { items }: Snapshot): V | Promise<V> {
    const views = this.views.get(items) ?? new WeakMap<RegisteredServer, V | Promise<V>>();
    this.views.set(items, views);
    const known = views.get(server);
    if (known !== undefined) return known;
    const view = begunInSlices(this.make(items, server));
    views.set(server, view);
    if (view instanceof Promise)
      view.then(
        (made) => views.set(server, made),
        () => views.delete(server),
      );
    return view;
  }
}
