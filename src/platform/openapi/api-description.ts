import type { z } from 'zod';
import type { OpenApiOperation, OpenApiParameter } from './openapi-document.js';

/** What a handler says of itself; path, parameters and body are read off its route and its pipes. */
export type Described = Pick<
  OpenApiOperation,
  'operationId' | 'summary' | 'description' | 'security' | 'responses' | 'x-gantry-access'
> & {
  /** The body, where no pipe checks it. */
  readonly body?: z.ZodType | undefined;
};

export type ParameterOptions = Omit<OpenApiParameter, 'in' | 'required'>;

const described = Symbol('described');
const headers = Symbol('headers');
const paths = Symbol('paths');
const tag = Symbol('tag');

/** Tells what a handler does: `@Operation` does, for all of them. */
export function describeHandler(operation: Described): MethodDecorator {
  return (_target, _name, { value }) => {
    Reflect.defineMetadata(described, operation, value as object);
  };
}

/** Tells of a header of the request, which may be left out. */
export function ApiHeader({ name, ...header }: ParameterOptions): MethodDecorator {
  return (_target, _name, { value }) => {
    const handler = value as object;
    const parameter = {
      name,
      in: 'header',
      ...withoutDescription(header.description),
      required: false,
      schema: header.schema,
    };
    Reflect.defineMetadata(headers, [...headersOf(handler), parameter], handler);
  };
}

/** Tells of a parameter of the path that no pipe checks: for one handler, or for all of a controller. */
export function ApiParam({ name, ...parameter }: ParameterOptions): ClassDecorator & MethodDecorator {
  return (target: object, _name?: PropertyKey, descriptor?: PropertyDescriptor) => {
    const where = (descriptor?.value ?? target) as object;
    Reflect.defineMetadata(paths, { name, required: true, in: 'path', ...parameter }, where);
  };
}

/** Where the operations of a controller stand in the document. */
export function ApiTags(name: string): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(tag, name, target);
  };
}

export function describedOf(handler: object): Described | undefined {
  return Reflect.getMetadata(described, handler) as Described | undefined;
}

export function headersOf(handler: object): readonly OpenApiParameter[] {
  return (Reflect.getMetadata(headers, handler) ?? []) as readonly OpenApiParameter[];
}

export function pathParameterOf(target: object): OpenApiParameter | undefined {
  return Reflect.getMetadata(paths, target) as OpenApiParameter | undefined;
}

export function tagOf(controller: object): string {
  return Reflect.getMetadata(tag, controller) as string;
}

function withoutDescription(description: string | undefined): { description?: string } {
  return description === undefined ? {} : { description };
}
