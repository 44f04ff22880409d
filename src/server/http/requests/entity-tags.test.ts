import { expect, it } from 'vitest'

import { entityTags } from './entity-tags.ts'

it.each(['"a-1"', 'W/"a-1"', '"a-1-gzip"', '"a-1-zstd"', '"a-1-br"', 'W/"a-1-gzip"'])(
  'knows the tag of an answer that a proxy has compressed, such as %s',
  (tag) => {
    expect(entityTags(`"other",${tag} , *`)).toEqual(['"other"', '"a-1"', '*'])
  },
)
