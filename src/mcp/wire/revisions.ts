/** The revision without sessions; `era: "modern"` wherever eras are told apart. */
export const modernVersion = '2026-07-28';

/** The newest of the revisions with sessions; `era: "legacy"`. */
export const newestSessionVersion = '2025-11-25';

/** All revisions with sessions, oldest first. */
export const sessionVersions: readonly unknown[] = [
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  newestSessionVersion,
];
