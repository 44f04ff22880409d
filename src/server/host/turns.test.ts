import { expect, it } from 'vitest'

import { NoTurn, Turns } from './turns.ts'

const NEVER = new AbortController().signal

it('gives the next turn to the account with the fewest running tasks, and to each only its share', async () => {
  const turns = new Turns({ max: 3, maxOfAccount: 2 })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (name: string, signal = NEVER) =>
    turns.take({ account: name.charAt(0), signal }, () => {
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
  const first = turns.take({ account: 'a', signal: NEVER }, () => end.promise)
  const leaving = new AbortController()
  const second = turns.take({ account: 'b', signal: leaving.signal }, async () => 'second')
  leaving.abort(new Error('gone'))
  await expect(second).rejects.toThrow('gone')
  end.resolve('first')
  expect(await first).toBe('first')
  expect(await turns.take({ account: 'b', signal: NEVER }, async () => 'third')).toBe('third')
})

it('does not let somebody wait for longer than they want, and says whose tasks took the places', async () => {
  const turns = new Turns({ max: 5, maxOfAccount: 4 })
  const end = Promise.withResolvers<void>()
  const wait = (account: string, places: number) =>
    turns.take({ account, places, signal: NEVER, maxWaitMs: 20 }, () => end.promise)
  const first = wait('a', 3)
  await expect(wait('a', 2)).rejects.toMatchObject({ name: 'NoTurn', isByAccount: true })
  await expect(wait('b', 3)).rejects.toMatchObject({ isByAccount: false })
  const second = wait('b', 2)
  await expect(wait('c', 1)).rejects.toBeInstanceOf(NoTurn)
  end.resolve()
  await Promise.all([first, second])
  expect(await turns.take({ account: 'a', places: 4, signal: NEVER }, async () => 'again')).toBe('again')
})
