import { changingMistakes } from './changing.js';
import { findingMistakes } from './finding.js';
import type { Mistake } from './mistake.js';
import { operatingMistakes } from './operating.js';

/** Mistakes that people make in their first days, each with what they are told. A part that is not there is not told. */
export const mistakes: readonly Mistake[] = [...findingMistakes, ...changingMistakes, ...operatingMistakes];
