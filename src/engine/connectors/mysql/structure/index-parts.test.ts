import { expect, it } from 'vitest'
import { indexParts } from './index-parts.ts'
import { addition } from './part-statements.ts'

const row = {
  db: 'shop',
  name: 'people',
  own: 'one_mail',
  repeats: '0',
  part: null,
  method: 'BTREE',
  comment: '',
  direction: 'A',
}

it('a unique index over an expression of MySQL 8 comes as it was created', () => {
  const [part] = indexParts([
    { ...row, place: '2', col: null, expression: "concat(lower(`mail`),_utf8mb4\\'it\\\\\\'s\\')" },
    { ...row, place: '1', col: 'tenant', expression: null },
  ])
  expect(part && addition(part, false)).toBe("ADD UNIQUE INDEX `one_mail` (`tenant`, (concat(lower(`mail`),'it\\'s')))")
})
