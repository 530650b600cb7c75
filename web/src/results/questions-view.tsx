import { useState, type ReactNode } from 'react';
import type { CallToolResult } from '../api/models.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/layout.tsx';
import { isObject, type JsonSchema } from '../schema-form/json-schema.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';

/** Whether a result is a question to the caller (MCP, input_required). */
export function asksBack(result: CallToolResult | undefined): boolean {
  return result?.resultType === 'input_required' && isObject(result.inputRequests);
}

/** Puts the questions of a tool to the person, one after the other; `onAnswer` gets what the call is repeated with. */
export function QuestionsView({
  result,
  onAnswer,
}: {
  readonly result: CallToolResult;
  readonly onAnswer: (more: object) => void;
}): ReactNode {
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({});
  const questions = Object.entries(result.inputRequests ?? {});
  const next = questions.find(([id]) => !(id in answers));
  const give = (id: string, answer: object): void => {
    const all = { ...answers, [id]: answer };
    setAnswers(all);
    if (questions.every(([each]) => each in all))
      onAnswer({
        inputResponses: all,
        ...(result.requestState === undefined ? {} : { requestState: result.requestState }),
      });
  };
  if (next === undefined) return null;
  const [id, question] = next;
  const params = isObject(question) && isObject(question['params']) ? question['params'] : {};
  const schema: JsonSchema = isObject(params['requestedSchema']) ? params['requestedSchema'] : {};
  return (
    <Card title="The tool asks" named>
      {typeof params['message'] === 'string' && <p>{params['message']}</p>}
      <SchemaForm
        key={id}
        label="Answer"
        schema={schema}
        submit="Answer"
        busy={false}
        onSubmit={(text) => give(id, { action: 'accept', content: JSON.parse(text) as object })}
      >
        <Button onClick={() => give(id, { action: 'decline' })}>Decline</Button>
      </SchemaForm>
    </Card>
  );
}
