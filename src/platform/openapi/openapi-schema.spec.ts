import { z } from 'zod';
import { namedSchemas, toOpenApiSchema } from './openapi-schema.js';

const Fruit = z.object({ name: z.string().max(10) }).meta({ id: 'TestFruit' });
const Basket = z.object({ fruits: z.array(Fruit).max(3) }).meta({ id: 'TestBasket' });

afterAll(() => {
  z.globalRegistry.remove(Fruit);
  z.globalRegistry.remove(Basket);
});

describe('toOpenApiSchema', () => {
  it('refers to a schema that has a name', () => {
    expect(toOpenApiSchema(Fruit)).toEqual({ schema: { $ref: '#/components/schemas/TestFruit' } });
  });

  it('writes one without a name in place, with references inside', () => {
    expect(toOpenApiSchema(z.array(Fruit).max(2)).schema).toEqual({
      type: 'array',
      maxItems: 2,
      items: { $ref: '#/components/schemas/TestFruit' },
    });
  });

  it('writes OpenAPI 3.0, where null is a flag', () => {
    expect(toOpenApiSchema(z.string().max(3).nullable()).schema).toEqual({
      type: 'string',
      maxLength: 3,
      nullable: true,
    });
  });
});

describe('A reference', () => {
  it('stands alone where it needs no company', () => {
    expect(toOpenApiSchema(z.object({ fruit: Fruit.optional() })).schema).toMatchObject({
      properties: { fruit: { $ref: '#/components/schemas/TestFruit' } },
    });
  });
});

describe('namedSchemas', () => {
  it('has every schema with a name, referring to each other', () => {
    expect(namedSchemas()).toMatchObject({
      TestFruit: { type: 'object', required: ['name'] },
      TestBasket: { properties: { fruits: { items: { $ref: '#/components/schemas/TestFruit' } } } },
    });
  });
});
