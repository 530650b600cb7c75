import type { RequirementRows } from '../rows.js';

/** Documents that models write: issue 22 item 7, contract section 11. */
export const programs: RequirementRows = {
  'docs/run-workflow.md#programs-by-the-model': {
    program: 'run_workflow runs a document over the tools of an app that has it, and answers its output.',
    'program-native': 'run_workflow stands in the native endpoint of the app.',
    'program-chat':
      'A chat at a server of the app offers run_workflow, asks before it runs, and counts its calls as any others.',
  },
  'docs/run-workflow.md#what-it-may-do': {
    'program-faults':
      'What is wrong with a document is a tool error with line and pointer, and begins nothing.',
    'program-bounds':
      'Programs wait for nobody, leave nothing behind, and are bounded in steps, time and size.',
    'program-gate': 'A program calls nothing that its caller may not.',
  },
  'docs/run-workflow.md#what-it-saves': {
    'program-measure': 'Ten tasks over real servers come to the same with fewer turns and tokens.',
  },
};
