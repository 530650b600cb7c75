import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pages, withVariablesTable } from './variables-table.js';

for (const path of pages.filter((page) => existsSync(page)))
  writeFileSync(path, withVariablesTable(readFileSync(path, 'utf8')));
