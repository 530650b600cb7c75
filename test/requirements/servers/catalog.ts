import type { RequirementRows } from '../rows.js';

/** Servers that can be added, and what is published here as a registry. */
export const catalog: RequirementRows = {
  'docs/catalog.md#where-entries-come-from': {
    catalog:
      'GET /api/catalog goes through the curated list, files and registries in their order, page by page.',
    'catalog-sources':
      'A source that is slow, endless, broken, away or leads elsewhere costs its own entries only, and is named.',
    'cli-catalog':
      '`gantry catalog` shows the same; `gantry add` shows the plan, asks, and without a terminal or --yes adds nothing.',
  },
  'docs/catalog.md#plan-then-add': {
    'catalog-plan':
      'A plan says what would run, from where, with which hash and inputs; nothing is got or written by it.',
    'catalog-add':
      'What is added is a published server; each input is checked, and what starts a process takes a browser that was signed in within ten minutes.',
    'catalog-changed': 'What is added is what the plan showed, or nothing; deleted entries are not added.',
    'catalog-text':
      'What stands in an entry is text: no variables are put in, and each argument stays one argument.',
    'console-catalog': 'The page _Add server_ searches the catalogue, shows the plan and adds from it.',
    'catalog-refused':
      'Entries that would change what is run, that cannot be held to their bytes, that name another registry, or whose address has a user in it (T-22), are refused with the reason.',
  },
  'docs/catalog.md#packages-that-are-held-to-their-bytes': {
    'catalog-pinned': 'A package that is another than its hash never runs, and the operator is told why.',
    'catalog-scripts': 'No script of an installation runs, and nothing is got that is in no registry.',
    'catalog-registry-only':
      'Whichever npm is installed (10 or 11), it runs no git and gets nothing but from a registry (T-20): no address, file or link that a package names, no file that the registry has or redirects to at a private address.',
    'package-altered':
      'An installed package is compared at each start: what is not as it was installed never runs, and is got again.',
    'package-room': 'A package has so many bytes and files with all that it needs, or is given up.',
    'package-together': 'Two gateways that install the same package at once both run it.',
    'package-killed':
      'A gateway that is killed leaves nothing half installed that is run, and it is removed.',
    'catalog-real': 'A real package of npm is planned, added, compared, installed and called.',
  },
  'docs/catalog.md#what-is-published-here-as-a-registry': {
    'own-registry':
      '/v0.1/servers is what the caller reaches, in the API of the official registry, with nothing of what is behind it.',
  },
};
