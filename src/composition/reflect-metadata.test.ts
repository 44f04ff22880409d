import { afterAll, beforeAll, expect, it } from 'vitest'

interface Metadata {
  defineMetadata(key: unknown, value: unknown, target: object, property?: string): void
  getMetadata(key: unknown, target: object, property?: string): unknown
  getOwnMetadata(key: unknown, target: object, property?: string): unknown
}

const metadata = Reflect as unknown as Metadata
const { defineMetadata, getMetadata, getOwnMetadata } = metadata

beforeAll(async () => void (await import('./reflect-metadata.ts')))
// Other tests of this process have the package's own.
afterAll(() => void Object.assign(Reflect, { defineMetadata, getMetadata, getOwnMetadata }))

class Store {}
class FlowStore extends Store {}

it('tells what was said of a class, and of each of its properties', () => {
  metadata.defineMetadata('scope', 'one', Store)
  metadata.defineMetadata('scope', 'many', Store, 'rows')

  expect(metadata.getOwnMetadata('scope', Store)).toBe('one')
  expect(metadata.getOwnMetadata('scope', Store, 'rows')).toBe('many')
  expect(metadata.getOwnMetadata('name', Store)).toBeUndefined()
})

it('looks at what a class was made from only when asked to', () => {
  metadata.defineMetadata('scope', 'one', Store)

  expect(metadata.getOwnMetadata('scope', FlowStore)).toBeUndefined()
  expect(metadata.getMetadata('scope', FlowStore)).toBe('one')
  expect(metadata.getMetadata('other', FlowStore)).toBeUndefined()
})
