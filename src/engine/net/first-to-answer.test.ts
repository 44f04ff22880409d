import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { firstToAnswer } from './first-to-answer.ts'

const never = new AbortController().signal

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Addresses that answer or refuse after so many milliseconds; the others are silent. */
function network(behaviour: Readonly<Record<string, { answers?: number; refuses?: number }>>) {
  const tried: string[] = []
  const stopped: string[] = []
  const discarded: string[] = []
  return {
    tried,
    stopped,
    discarded,
    discard: (address: string) => void discarded.push(address),
    open: (address: string, signal: AbortSignal) => {
      tried.push(address)
      const { answers, refuses } = behaviour[address] ?? {}
      return new Promise<string>((resolve, reject) => {
        if (answers !== undefined) setTimeout(() => resolve(address), answers)
        if (refuses !== undefined) setTimeout(() => reject(new Error(`${address} refuses`)), refuses)
        signal.addEventListener('abort', () => {
          stopped.push(address)
          reject(signal.reason)
        })
      })
    },
  }
}

it('a silent first address holds nobody up: the next one is tried 250 ms later, and the silent one is given up', async () => {
  const { tried, stopped, ...rest } = network({ '192.0.2.7': { answers: 5 } })
  const first = firstToAnswer({ addresses: ['2001:db8::1', '192.0.2.7'], ...rest }, never)
  await vi.advanceTimersByTimeAsync(249)
  expect(tried).toEqual(['2001:db8::1'])
  await vi.advanceTimersByTimeAsync(6)
  expect(await first).toBe('192.0.2.7')
  expect(stopped).toContain('2001:db8::1')
})

it('the families take turns, beginning with the resolver’s first', async () => {
  const { tried, ...rest } = network({ '192.0.2.2': { answers: 0 } })
  const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '192.0.2.1', '192.0.2.2']
  const first = firstToAnswer({ addresses, ...rest }, never)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await first).toBe('192.0.2.2')
  expect(tried).toEqual(['2001:db8::1', '192.0.2.1', '2001:db8::2', '192.0.2.2'])
})

it('after a refusal the next address is tried at once', async () => {
  const { tried, ...rest } = network({ '192.0.2.1': { refuses: 10 }, '192.0.2.2': { answers: 10 } })
  const first = firstToAnswer({ addresses: ['192.0.2.1', '192.0.2.2'], ...rest }, never)
  await vi.advanceTimersByTimeAsync(20)
  expect(await first).toBe('192.0.2.2')
  expect(tried).toEqual(['192.0.2.1', '192.0.2.2'])
})

it('a slow address that answers before a later one is taken, and the later one is given back', async () => {
  const slow = network({ '192.0.2.1': { answers: 400 }, '192.0.2.2': { answers: 300 } })
  const first = firstToAnswer({ addresses: ['192.0.2.1', '192.0.2.2'], ...slow }, never)
  await vi.advanceTimersByTimeAsync(600)
  expect(await first).toBe('192.0.2.1')
  expect(slow.stopped).toContain('192.0.2.2')
})

it('when all fail, every failure is told', async () => {
  const { open, discard } = network({ '192.0.2.1': { refuses: 1 }, '192.0.2.2': { refuses: 2 } })
  const first = firstToAnswer({ addresses: ['192.0.2.1', '192.0.2.2'], open, discard }, never)
  const told = expect(first).rejects.toMatchObject({ errors: [{ message: /0.2.1/ }, { message: /0.2.2/ }] })
  await vi.advanceTimersByTimeAsync(10)
  await told
})

it('no more than sixteen addresses of a name are tried', async () => {
  const { tried, ...rest } = network({})
  const stop = new AbortController()
  const addresses = Array.from({ length: 200 }, (_, at) => `192.0.2.${at}`)
  const first = expect(firstToAnswer({ addresses, ...rest }, stop.signal)).rejects.toThrow('enough')
  await vi.advanceTimersByTimeAsync(8_000)
  stop.abort(new Error('enough'))
  await first
  expect(tried).toHaveLength(16)
})
