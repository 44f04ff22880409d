import { describe, expect, it } from 'vitest'

import { readNamesOnce, refuseDuplicateNames } from './duplicate-names.ts'

describe('names that are given twice', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"flow":{"streams":[{},{"entity":"x","key":[1,{"z":1}],"entity":"y"}]}}', 'flow.streams.1.entity'],
    [' { "a" : { "b" : [ ] } , "c":"{\\"a\\":1", "a" : null } ', 'a'],
    ['[{"a":1},{"a":{},"a":{}}]', '1.a'],
  ])('are refused in JSON: %s', (text, field) => {
    expect(() => refuseDuplicateNames(text)).toThrow(expect.objectContaining({ details: { field } }))
  })

  it.each(['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}],"A":",{:"}', '"a"', '[]', '{"a":"a","b":"a"}', '["a","a"]'])(
    'are not seen where each is given once: %s',
    (text) => {
      expect(() => refuseDuplicateNames(text)).not.toThrow()
    },
  )

  it('are refused in an address, also beside the same name of its path', () => {
    const read = (search: string) => readNamesOnce(new URLSearchParams(search), { flowId: 'x' })
    expect(read('flow=1&q=2')).toEqual({ flow: '1', q: '2' })
    for (const [search, field] of [
      ['flow=1&q=2&flow=1', 'flow'],
      ['flow=1&%66low=2', 'flow'],
      ['flowId=y', 'flowId'],
    ] as const)
      expect(() => read(search)).toThrow(expect.objectContaining({ details: { field } }))
  })
})
