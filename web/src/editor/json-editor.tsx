import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { styleNonce } from '../api/style-nonce.ts';
import type { JsonSchema } from '../schema-form/json-schema.ts';
import styles from './json-editor.module.css';
import { placeOf } from './json-places.ts';
import { schemaCompletion } from './schema-completion.ts';

/** Something wrong with the text. `line` counts from 1. */
export interface TextFault {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export interface JsonEditorHandle {
  /** Where the faults that pointers name stand in the text as it is now. */
  readonly locate: (faults: readonly { readonly pointer: string; readonly detail: string }[]) => TextFault[];
  /** What is wrong with the text as JSON. */
  readonly syntaxFaults: () => TextFault[];
  readonly mark: (faults: readonly TextFault[]) => void;
  readonly goTo: (fault: TextFault) => void;
  readonly replace: (text: string) => void;
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--steel)' },
  { tag: tags.string, color: 'var(--green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--amber)' },
]);

function extensions(
  label: string,
  schema: JsonSchema | undefined,
  isReadOnly: boolean,
  onChange: (text: string) => void,
): Extension[] {
  return [
    ...(styleNonce === undefined ? [] : [EditorView.cspNonce.of(styleNonce)]),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    lintGutter(),
    json(),
    syntaxHighlighting(colours),
    ...(schema === undefined ? [] : [autocompletion({ override: [schemaCompletion(schema)] })]),
    // Tab indents; Escape and then Tab leaves the editor.
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', tabindex: '0' }),
    ...(isReadOnly ? [EditorState.readOnly.of(true)] : []),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
  ];
}

/** A JSON text with its line numbers, colours, faults and completion. */
export function JsonEditor({
  label,
  text,
  schema,
  isReadOnly = false,
  onChange,
  ref,
}: {
  readonly label: string;
  /** What stands there first; later changes are the person's, or `replace`. */
  readonly text: string;
  readonly schema?: JsonSchema | undefined;
  readonly isReadOnly?: boolean;
  readonly onChange: (text: string) => void;
  readonly ref: Ref<JsonEditorHandle>;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const first = useRef(text);
  useEffect(() => {
    if (place.current === null) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: view.current?.state.doc.toString() ?? first.current,
        extensions: extensions(label, schema, isReadOnly, (changed) => latest.current(changed)),
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [label, schema, isReadOnly]);
  useImperativeHandle(ref, () => handleOf(() => view.current), []);
  return <div ref={place} className={styles.editor} />;
}

function handleOf(current: () => EditorView | undefined): JsonEditorHandle {
  return {
    locate: (faults) => {
      const state = current()?.state;
      if (state === undefined) return [];
      return faults.map(({ pointer, detail }) => {
        const { from, to } = placeOf(state, pointer);
        return { from, to, line: state.doc.lineAt(from).number, text: detail };
      });
    },
    syntaxFaults: () => {
      const view = current();
      if (view === undefined) return [];
      return jsonParseLinter()(view).map(({ from, to, message }) => ({
        from,
        to,
        line: view.state.doc.lineAt(from).number,
        text: message,
      }));
    },
    mark: (faults) => {
      const view = current();
      view?.dispatch(
        setDiagnostics(
          view.state,
          faults.map(({ from, to, text: message }) => ({ from, to, severity: 'error', message })),
        ),
      );
    },
    goTo: ({ from }) => {
      const view = current();
      view?.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view?.focus();
    },
    replace: (text) => {
      const view = current();
      view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
}
