import { expect, it } from 'vitest'

import { catalogExpression } from './catalog-expression.ts'

it('an expression of MySQL is one that both kinds of servers take', () => {
  expect(catalogExpression(String.raw`concat(_utf8mb4\'a\',_utf8mb4\'it\\\'s\')`, false)).toBe(
    String.raw`concat('a','it\'s')`,
  )
  expect(catalogExpression(String.raw`(_utf8mb4\'of _utf8mb4\' <> _latin1\'x\')`, false)).toBe(
    `('of _utf8mb4' <> _latin1'x')`,
  )
})

it('an expression of MariaDB stays as it is', () => {
  expect(catalogExpression(String.raw`concat('it\'s')`, true)).toBe(String.raw`concat('it\'s')`)
})
