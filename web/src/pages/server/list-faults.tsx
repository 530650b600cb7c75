import type { ReactNode } from 'react';
import type { Server } from '../../api/models.ts';
import { plainText } from '../../parts/plain-text.ts';
import styles from './server.module.css';

const effects = { 'left-out': 'left out', repaired: 'repaired', incomplete: 'may be incomplete' } as const;
const lists = {
  tools: 'Tool',
  prompts: 'Prompt',
  resources: 'Resource',
  resourceTemplates: 'Resource template',
} as const;

/** Items of the server's lists that clients would refuse, and what became of them; nothing when there are none. */
export function ListFaults({ server: { listFaults = [] } }: { readonly server: Server }): ReactNode {
  if (listFaults.length === 0) return null;
  const count = listFaults.length;
  return (
    <details className={styles.faults}>
      <summary>
        {count === 1 ? '1 fault' : `${String(count)} faults`} in the lists that this server sends
      </summary>
      <ul>
        {listFaults.map(({ list, item, effect, detail }, index) => (
          <li key={`${String(index)} ${list}`}>
            {lists[list]} {item !== undefined && <code>{plainText(item)}</code>} {effects[effect]}:{' '}
            {plainText(detail)}
          </li>
        ))}
      </ul>
    </details>
  );
}
