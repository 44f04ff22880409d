import { expect, it } from 'vitest'

import { foldedNames } from './folded-names.ts'

it('a server that tells upper and lower case apart has two names', () => {
  const fold = foldedNames('0')
  expect(['shop.Orders', 'shop.orders'].map(fold)).toEqual(['shop.Orders', 'shop.orders'])
})

it('a server that stores lower case has one', () => {
  const fold = foldedNames('1')
  expect(['shop.Orders', 'shop.orders'].map(fold)).toEqual(['shop.orders', 'shop.orders'])
})

it('a server that stores names as they were given has the name that is there, or else the first', () => {
  const fold = foldedNames('2', ['shop.Orders'])
  expect(['shop.ORDERS', 'Shop.orders'].map(fold)).toEqual(['shop.Orders', 'shop.Orders'])
  expect(['shop.New', 'shop.NEW', 'shop.new'].map(fold)).toEqual(['shop.New', 'shop.New', 'shop.New'])
})
