import { expect, it } from 'vitest'

import { namesIn } from './underlying-names.ts'

const TEXT =
  "select `shop`.`p`.`id` AS `id`,`p`.`email` AS `contact`,concat(`p`.`first`,',',`p`.`last`) AS `label`,(select `o`.`note` AS `id` from `orders` `o`) AS `note` from `shop`.`people` `p`"

it('a column that is taken unchanged has the name of its table behind it', () => {
  expect(namesIn(TEXT, 'Contact')).toEqual(['email'])
})

it('a computed column has every name of the text behind it, and so has one whose alias occurs a second time', () => {
  expect(namesIn(TEXT, 'label')).toEqual(expect.arrayContaining(['email', 'first', 'last']))
  expect(namesIn(TEXT, 'id')).toEqual(['id', 'note'])
  expect(namesIn('select `a`.`id` AS `v` from `a` union select `b`.`email` AS `email` from `b`', 'v')).toContain(
    'email',
  )
})

it('nobody knows what is behind a text that cannot be read, or a stored function', () => {
  expect(namesIn('', 'id')).toBe('unknown')
  expect(namesIn('select `shop`.`address_of`(`p`.`id`) AS `v` from `p`', 'v')).toBe('unknown')
})
