import { expect, it } from 'vitest'

import { Turns } from './turns.ts'

const NEVER = new AbortController().signal

it('gives the next turn to the account with the fewest running tasks, and to each only its share', async () => {
  const turns = new Turns({ max: 3, maxOfAccount: 2 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string, signal = NEVER) =>
    turns.take(name.charAt(0), signal, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const settled = async () => new Promise((resolve) => setImmediate(resolve))
  const leaving = new AbortController()
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => take(name))
  const left = take('c1', leaving.signal).catch(() => 'left')
  all.push(take('b1'), take('b2'))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'c1'])
  ends.get('c1')?.()
  await settled()
  expect(begun.slice(3)).toEqual(['b1'])
  ends.get('a1')?.()
  await settled()
  expect(begun.slice(4)).toEqual(['a3'])
  ends.get('a2')?.()
  ends.get('b1')?.()
  await settled()
  expect(begun.slice(5)).toEqual(['a4', 'b2'])
  for (const end of ends.values()) end()
  await Promise.all([...all, left])
})

it('lets somebody go who waits no longer', async () => {
  const turns = new Turns({ max: 1, maxOfAccount: 1 })
  const end = Promise.withResolvers<string>()
  const first = turns.take('a', NEVER, () => end.promise)
  const leaving = new AbortController()
  const second = turns.take('b', leaving.signal, async () => 'second')
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  end.resolve('first')
  expect(await first).toBe('first')
  expect(await turns.take('b', NEVER, async () => 'third')).toBe('third')
})
