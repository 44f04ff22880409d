import { afterAll, expect, it } from 'vitest'

/** What inversify asks of `Reflect`; TypeScript does not know it without the package. */
interface Stored {
  defineMetadata(key: unknown, value: unknown, target: object): void
  getMetadata(key: unknown, target: object): unknown
  getOwnMetadata(key: unknown, target: object): unknown
}

const metadata = Reflect as unknown as Stored
const { defineMetadata, getMetadata, getOwnMetadata } = metadata
// Other tests may have the package.
afterAll(() => Object.assign(metadata, { defineMetadata, getMetadata, getOwnMetadata }))

it('stores under a key what belongs to a class, and finds what belongs to the classes above it', async () => {
  await import('./class-metadata.ts')
  class Above {}
  class Below extends Above {}

  metadata.defineMetadata('count', 1, Above)
  metadata.defineMetadata('count', 2, Above)

  expect(metadata.getOwnMetadata('count', Above)).toBe(2)
  expect(metadata.getOwnMetadata('count', Below)).toBeUndefined()
  expect(metadata.getMetadata('count', Below)).toBe(2)
  expect(metadata.getMetadata('other', Below)).toBeUndefined()
})
