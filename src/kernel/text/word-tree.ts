/** What stands under the same words, in the same order. */
export interface WordLeaf<V> {
  value: V | undefined;
}

interface Branch<V> extends WordLeaf<V> {
  readonly branches: Map<string, Branch<V>>;
}

/** Values by several words each, found word by word: a key made of all of them would have to be written and hashed every time. */
export class WordTree<V> {
  private readonly root = branch<V>();

  /** The place for these words, to be read or filled. */
  leaf(words: readonly string[]): WordLeaf<V> {
    let at = this.root;
    for (const word of words) {
      let next = at.branches.get(word);
      if (next === undefined) at.branches.set(word, (next = branch<V>()));
      at = next;
    }
    return at;
  }
}

function branch<V>(): Branch<V> {
  return { branches: new Map(), value: undefined };
}
