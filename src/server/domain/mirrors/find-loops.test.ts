import { expect, it } from 'vitest'

import { findLoops } from './find-loops.ts'

const pair = (from: string, to: string, flow: string) => ({ from, to, flow })

it('finds a mirror that leads back at once, and one that does by way of others', () => {
  const own = [pair('a t', 'b t', 'own'), pair('a u', 'b u', 'own')]
  expect(findLoops(own, [pair('b t', 'a t', 'back')])).toEqual([{ from: 'a t', through: ['back'] }])
  const chain = [pair('b u', 'c u', 'on'), pair('c u', 'd u', 'further'), pair('d u', 'a u', 'back')]
  expect(findLoops(own, chain)).toEqual([{ from: 'a u', through: ['on', 'further', 'back'] }])
})

it('takes a mirror of a table into itself for a loop', () => {
  expect(findLoops([pair('a t', 'a t', 'own')], [])).toEqual([{ from: 'a t', through: [] }])
})

it('finds none where mirrors follow each other without coming back, or turn in circles elsewhere', () => {
  const others = [pair('b t', 'c t', 'on'), pair('c t', 'd t', 'x'), pair('d t', 'c t', 'y'), pair('b u', 'a t', 'z')]
  expect(findLoops([pair('a t', 'b t', 'own')], others)).toEqual([])
})
