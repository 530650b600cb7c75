import { readFileSync, writeFileSync } from 'node:fs';
import { clientTablesPage, withClientTables } from './client-tables-text.js';

writeFileSync(clientTablesPage, withClientTables(readFileSync(clientTablesPage, 'utf8')));
