import { expect, it } from 'vitest'

import { UnreadAnswers } from './unread-answers.ts'

const LARGE = Array.from({ length: 40 }, () => new Uint8Array(1_048_576))

it('gives somebody no further large answer before earlier ones are read or given up', async () => {
  const unread = new UnreadAnswers()
  const first = unread.stream('ada', LARGE)
  expect(() => unread.stream('ada', LARGE)).toThrow('have not been read yet')
  expect((await new Response(first).arrayBuffer()).byteLength).toBe(40 * 1_048_576)
  await unread.stream('ada', LARGE).cancel()
  const largest = unread.stream('ada', [...LARGE, ...LARGE])
  expect((await new Response(largest).arrayBuffer()).byteLength).toBe(80 * 1_048_576)
})

it('keeps a limited number of bytes for all together', () => {
  const unread = new UnreadAnswers()
  for (let caller = 0; caller < 6; caller++) unread.stream(`caller ${caller}`, LARGE)
  expect(() => unread.stream('one more', LARGE)).toThrow('This server is busy')
})
