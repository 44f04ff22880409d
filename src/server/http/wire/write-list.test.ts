import { expect, it } from 'vitest'

import { type EachEntry, gatherList, gatherPart, writeList } from './write-list.ts'

const of =
  (entries: readonly object[]): EachEntry<object> =>
  async (take) =>
    entries.forEach(take)

it('writes byte by byte what JSON of the whole list is', async () => {
  const long = 'ü„“🦆'.repeat(60_000)
  for (const entries of [
    [],
    [{}],
    [{ a: 1, left: undefined }, { b: [null, 'ü', '\u2028', '\ud800'] }],
    [{ long }, { long }, { c: 3 }],
  ]) {
    const { parts } = await writeList(of(entries))
    expect(Buffer.concat(parts).toString()).toBe(JSON.stringify(entries))
  }
})

it('is not larger than 64 MB, but has parts however large the whole is', async () => {
  const entries = Array.from({ length: 70 }, (_, id) => ({ id, text: 'a'.repeat(1_000_000) }))
  const refusal = { code: 'LIST_TOO_LARGE', details: { field: 'limit' } }
  await expect(writeList(of(entries))).rejects.toMatchObject(refusal)
  await expect(gatherList(of(entries))).rejects.toMatchObject(refusal)
  const asked = (query: string) => new Request(`http://here/flows?${query}`)
  const { part, link = '' } = (await gatherPart(of(entries), asked('limit=60'))).read()
  expect(part).toEqual(entries.slice(0, 60))
  const rest = await gatherPart(of(entries), asked(link.slice(link.indexOf('?') + 1, link.indexOf('>'))))
  expect(rest.read()).toEqual({ part: entries.slice(60) })
})
