import { expect, it } from 'vitest'

import { columnsOf } from './columns-of.ts'

interface Row {
  readonly id: string
  readonly name: string
}

it('lists the columns of a row as they are, all of them and no other', () => {
  expect(columnsOf<Row>()('id, name')).toBe('id, name')
  // @ts-expect-error One is forgotten.
  columnsOf<Row>()('id')
  // @ts-expect-error The row has none of that name.
  columnsOf<Row>()('id, name, colour')
})
