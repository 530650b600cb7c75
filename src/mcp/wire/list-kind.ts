/** What a server has lists of, by the first part of `…/list` and `notifications/…/list_changed`. */
export type ListKind = 'tools' | 'resources' | 'prompts';
