import { randomBytes } from 'node:crypto';
import { printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject } from '../../../kernel/json/json.js';
import type { MemberPlan, RequestBody } from './operation-plan.js';
import { fileValue } from './file-value.js';
import { textOf } from './written-values.js';

/** A member of a form and its value. */
export type FormMember = readonly [
  plan: Pick<MemberPlan, 'argument' | 'name' | 'isFile' | 'contentType'>,
  value: unknown,
];

interface Part {
  readonly bytes: Buffer;
  readonly contentType?: string | undefined;
  readonly fileName?: string | undefined;
}

/** A form whose members are parts (RFC 7578): each item of a list by itself, objects as JSON, files as the bytes that they are. */
export function multipartBody(mediaType: string, members: readonly FormMember[]): RequestBody {
  const boundary = `gantry-${randomBytes(16).toString('hex')}`;
  const pieces = members.flatMap(([plan, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((item) => {
      const part = partOf(plan, item);
      return part === undefined ? [] : [headOf(boundary, plan.name, part), part.bytes, Buffer.from('\r\n')];
    }),
  );
  return {
    contentType: `${mediaType.split(';', 1)[0] ?? mediaType}; boundary=${boundary}`,
    bytes: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function partOf({ argument, name, isFile, contentType }: FormMember[0], value: unknown): Part | undefined {
  if (isFile === true && value !== null && value !== undefined) {
    const file = fileValue(argument, value);
    return {
      bytes: file.bytes,
      contentType: file.contentType ?? contentType ?? 'application/octet-stream',
      fileName: file.name ?? name,
    };
  }
  const isStructure = Array.isArray(value) || isJsonObject(value);
  const text = isStructure ? printJson(value) : textOf(value);
  if (text === undefined) return undefined;
  return {
    bytes: Buffer.from(text),
    contentType: contentType ?? (isStructure ? 'application/json' : undefined),
  };
}

function headOf(boundary: string, name: string, { contentType, fileName }: Part): Buffer {
  const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n${type}\r\n`,
  );
}

/** As browsers write names in forms (WHATWG HTML §4.10.21.8). */
function quoted(text: string): string {
  return text.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}
