import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { hasStatus, troubleOf } from '../../api/api-problem.ts';
import type { ConfigOutcome, StoredConfig } from '../../api/models.ts';
import { JsonEditor, type JsonEditorHandle, type TextFault } from '../../editor/json-editor.tsx';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Unsaved } from '../../frame/unsaved.tsx';
import { Button } from '../../parts/button.tsx';
import { Row } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { JsonSchema } from '../../schema-form/json-schema.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { readConfig, sendConfig } from './config-api.ts';
import { ChangesRegion, FaultList } from './config-answers.tsx';
import { configText, subjectOf } from './config-text.ts';

/** The editor, and what the gateway says of its text. */
export function ConfigForm({
  app,
  stored,
  schema,
}: {
  readonly app: string;
  readonly stored: StoredConfig;
  readonly schema: JsonSchema | undefined;
}): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const editor = useRef<JsonEditorHandle>(null);
  const [base, setBase] = useState({ version: stored.version, text: configText(stored.config) });
  const [text, setText] = useState(base.text);
  const [faults, setFaults] = useState<readonly TextFault[]>([]);
  const [outcome, setOutcome] = useState<ConfigOutcome>();
  const [theirs, setTheirs] = useState<StoredConfig>();

  const show = (found: readonly TextFault[]): void => {
    setFaults(found);
    editor.current?.mark(found);
  };
  const write = (changed: string): void => {
    setText(changed);
    setOutcome(undefined);
    if (faults.length > 0) show([]);
  };
  /** Sends the text; what is wrong with it is shown where it stands. `undefined`: it was not taken. */
  const send = async (dryRun: boolean, version: number | undefined): Promise<ConfigOutcome | undefined> => {
    const broken = editor.current?.syntaxFaults() ?? [];
    show(broken);
    setOutcome(undefined);
    if (broken.length > 0) return undefined;
    try {
      return await sendConfig(app, text, { version, dryRun });
    } catch (error) {
      const { errors } = troubleOf(error);
      if (hasStatus(error, 412)) setTheirs(await readConfig(app));
      else if (errors.length > 0)
        show(
          editor.current?.locate(
            errors.map(({ pointer, detail }) => {
              const place = pointer.replace(/^\/config(?=\/|$)/, '');
              return { pointer: place, detail: `${subjectOf(place)} ${detail}` };
            }),
          ) ?? [],
        );
      else throw error;
      return undefined;
    }
  };
  const tryOut = useAction(async () => setOutcome(await send(true, base.version)));
  const save = useAction(async (isForced: boolean) => {
    const saved = await send(false, isForced ? undefined : base.version);
    if (saved === undefined) return;
    setTheirs(undefined);
    const now = configText(saved.config);
    setBase({ version: saved.version, text: now });
    editor.current?.replace(now);
    setText(now);
    setOutcome(saved.warnings.length > 0 ? { ...saved, changes: [] } : undefined);
    tell(
      saved.changes.length === 0
        ? `Nothing has changed: version ${String(saved.version)} stays.`
        : `Saved as version ${String(saved.version)}.`,
    );
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/apps'] });
    await client.invalidateQueries({ queryKey: ['get', '/api/servers'] });
  });
  const takeTheirs = (): void => {
    if (theirs === undefined) return;
    const now = configText(theirs.config);
    setBase({ version: theirs.version, text: now });
    editor.current?.replace(now);
    write(now);
    setTheirs(undefined);
    tell(`This is version ${String(theirs.version)}.`);
  };
  const mayWrite = me.may('apps:write');
  return (
    <>
      <Unsaved when={text !== base.text} />
      <JsonEditor
        ref={editor}
        label="Config"
        text={base.text}
        schema={schema}
        isReadOnly={!mayWrite}
        onChange={write}
      />
      {mayWrite && (
        <Row>
          <Button kind="main" busy={save.busy} onClick={() => void save.run(false)}>
            Save
          </Button>
          <Button busy={tryOut.busy} onClick={() => void tryOut.run()}>
            Dry run
          </Button>
          <small>
            Version {base.version}
            {text === base.text ? '' : ', changed here'}
          </small>
        </Row>
      )}
      <FaultList faults={faults} onGo={(fault) => editor.current?.goTo(fault)} />
      <TroubleAlert error={save.error ?? tryOut.error} />
      {outcome !== undefined && <ChangesRegion outcome={outcome} />}
      {theirs !== undefined && (
        <ChangedMeanwhile
          theirs={theirs}
          yours={text}
          busy={save.busy}
          onOverwrite={() => void save.run(true)}
          onTake={takeTheirs}
          onGoOn={() => setTheirs(undefined)}
        />
      )}
    </>
  );
}
