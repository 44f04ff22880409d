import { expect, it } from 'vitest'

import { type EachEntry, writeList } from './write-list.ts'

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
    const answer = await writeList(of(entries))
    expect(answer.headers.get('content-type')).toBe(Response.json([]).headers.get('content-type'))
    expect(await answer.text()).toBe(JSON.stringify(entries))
  }
})
