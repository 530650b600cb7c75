import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallToolResult } from '../api/models.ts';
import { callBody, runTool, type CallProgress } from './run-tool.ts';

export interface ToolRun {
  readonly busy: boolean;
  readonly progress: CallProgress | undefined;
  readonly result: CallToolResult | undefined;
  readonly error: unknown;
  /** How long the last one took. */
  readonly ms: number | undefined;
  readonly run: (argumentsText: string, more?: object) => Promise<void>;
  readonly cancel: () => void;
}

/** What this caller can answer when a tool asks back. */
const capabilities = { elicitation: { form: {} } };

/** One run of a tool at a time; it is cancelled when its page is left. */
export function useToolRun(handle: string, tool: string): ToolRun {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<CallProgress>();
  const [result, setResult] = useState<CallToolResult>();
  const [error, setError] = useState<unknown>();
  const [ms, setMs] = useState<number>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(
    async (argumentsText: string, more: object = {}) => {
      if (running.current !== undefined) return;
      const control = new AbortController();
      running.current = control;
      setBusy(true);
      setProgress(undefined);
      setResult(undefined);
      setError(undefined);
      const started = performance.now();
      try {
        const body = callBody(tool, argumentsText, { capabilities, ...more });
        setResult(
          await runTool(
            handle,
            body,
            (next) => setProgress((before) => ({ ...before, ...next })),
            control.signal,
          ),
        );
        setMs(performance.now() - started);
      } catch (failure) {
        if (!control.signal.aborted) setError(failure);
      } finally {
        running.current = undefined;
        setBusy(false);
        setProgress(undefined);
      }
    },
    [handle, tool],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  return { busy, progress, result, error, ms, run, cancel };
}
