import { printJson } from '../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';

/** A tool that ran and failed, or could not run: what the model and the caller are told. */
export class FailedTool extends Error {
  override readonly name = 'ToolFailure';
}

/** A block of a result as a model can be told it. */
export type ModelContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mediaType: string };

/** The content blocks of a `CallToolResult`; anything else that a tool part may hold counts as one text. */
function blocksOf(result: unknown): readonly unknown[] {
  if (!isJsonObject(result))
    return [textBlock(typeof result === 'string' ? result : printJson(result ?? null))];
  const { content, structuredContent } = result;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  if (blocks.some((block) => isJsonObject(block) && block['type'] === 'text')) return blocks;
  if (structuredContent !== undefined) return [...blocks, textBlock(printJson(structuredContent))];
  if (Array.isArray(content)) return blocks;
  return [textBlock(printJson(result))];
}

/** What a model is told of a result: text, at most `maxText` characters of it, and images. */
export function modelContent(result: unknown, maxText: number): ModelContent[] {
  let left = maxText;
  const told = blocksOf(result).map((block): ModelContent => {
    const content = contentOf(isJsonObject(block) ? block : {});
    if (content.type !== 'text') return content;
    const text = cut(content.text, left);
    left -= Math.min(left, content.text.length);
    return { type: 'text', text };
  });
  const useful = told.filter((content) => content.type !== 'text' || content.text !== '');
  return useful.length === 0 ? [{ type: 'text', text: '(The tool returned nothing.)' }] : useful;
}

/** The same as one text, for models that take no images from tools. */
export function modelText(result: unknown, maxText: number): string {
  return modelContent(result, maxText)
    .map((content) =>
      content.type === 'text' ? content.text : note('image', content.mediaType, content.data),
    )
    .join('\n');
}

/** A result of bounded size: blocks that do not fit become a note that says so. `isError` and metadata stay. */
export function boundedResult(result: JsonObject, maxBytes: number): JsonObject {
  if (sizeOf(result) <= maxBytes) return result;
  let left = maxBytes;
  const { content, structuredContent, ...rest } = result;
  const blocks = (Array.isArray(content) ? (content as unknown[]) : []).map((block) => {
    const size = sizeOf(block);
    if (size <= left) {
      left -= size;
      return block;
    }
    const text = isJsonObject(block) && typeof block['text'] === 'string' ? block['text'] : '';
    const kept = cut(text, Math.max(0, Math.floor(left / 4)));
    left = Math.max(0, left - sizeOf(kept));
    return textBlock(kept === '' ? '[left out: too large for the chat]' : kept);
  });
  const structured =
    structuredContent !== undefined && sizeOf(structuredContent) <= left ? { structuredContent } : {};
  const note = structuredContent === undefined || 'structuredContent' in structured ? [] : [tooLarge];
  return { ...(sizeOf(rest) <= maxBytes ? rest : {}), content: [...blocks, ...note], ...structured };
}

function contentOf(block: JsonObject): ModelContent {
  const { type, text, data, mimeType, resource } = block;
  if (type === 'text') return textBlock(String(text));
  if (type === 'image' && typeof data === 'string') return { type, data, mediaType: String(mimeType) };
  if (type === 'audio') return textBlock(note('audio', mimeType, data));
  if (type === 'resource' && isJsonObject(resource)) return textBlock(resourceText(resource));
  if (type === 'resource_link') {
    const { uri, name, description } = block;
    const rest = typeof description === 'string' ? `: ${description}` : '';
    return textBlock(`[resource ${String(name)} <${String(uri)}>${rest}]`);
  }
  return textBlock(printJson(block));
}

function resourceText({ uri, text, mimeType, blob }: JsonObject): string {
  const head = `[resource <${String(uri)}>]`;
  return typeof text === 'string' ? `${head}\n${text}` : `${head} ${note('file', mimeType, blob)}`;
}

function note(kind: string, mediaType: unknown, base64: unknown): string {
  const bytes = typeof base64 === 'string' ? Math.floor((base64.length * 3) / 4) : 0;
  return `[${kind} ${String(mediaType)}, ${String(bytes)} bytes; the user sees it, you cannot]`;
}

function textBlock(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}

const tooLarge = textBlock('[structured content left out: too large for the chat]');

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return max === 0 ? '' : `${text.slice(0, max)}… [cut: ${String(text.length - max)} more characters]`;
}

function sizeOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(printJson(value));
}
