import { programTool } from '../../apps/clearance/server-grant.js';
import type { AppConfig } from '../../apps/document/app-config.schema.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { workflowServer } from '../catalog/workflow-server.js';

export function hasPrograms({ features }: AppConfig): boolean {
  return features?.runWorkflow === true;
}

const description = `Runs several tool calls as one program, and answers only its output. Use it when a task takes more than two calls, or when results are large and only a part of them matters.
The document is a workflow (CNCF Serverless Workflow 1.0.3) as YAML or JSON. A tool that is listed here as server__tool is called as tool@server:
document: { dsl: '1.0.3', namespace: x, name: x, version: '1.0.0' }
evaluate: { language: jsonata }
do:
- list: { call: list_issues@github, with: { repo: '\${ $workflow.input.repo }' } }
- each: { for: { each: issue, in: '\${ items }' }, metadata: { maxConcurrency: 4 }, do: [ { get: { call: get_issue@github, with: { id: '\${ $issue.id }' } } } ] }
output: { as: '\${ $.{ "title": title, "state": state } }' }
Each task has the output of the one before as $, others are $steps.name. There are also set, switch, fork, try and catch, wait. No listen.`;

export const programToolShown: JsonObject = {
  name: programTool,
  title: 'Run a workflow',
  description,
  inputSchema: {
    type: 'object',
    properties: {
      document: { type: ['string', 'object'], description: 'The workflow: YAML, or JSON' },
      input: { type: 'object', description: '$workflow.input of the document' },
    },
    required: ['document'],
  },
  outputSchema: {
    type: 'object',
    properties: { runId: { type: 'string' }, output: {} },
  },
  server: workflowServer,
  tool: programTool,
};
