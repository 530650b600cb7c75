import type { ListKind } from '../../../mcp/wire/list-kind.js';

/** The lists of a server. */
export type CatalogueKind = ListKind | 'resourceTemplates';
