import { expect, it } from 'vitest'

import { makePartWatch } from './part-watch.ts'

const MINUTE = 60_000

it('says that a part is down until it works again', () => {
  const parts = makePartWatch()
  expect(parts.troubles()).toEqual([])
  parts.ended('Postgres', 'SIGKILL')
  expect(parts.troubles()).toEqual(['Postgres has ended unexpectedly (SIGKILL) and is being started again.'])
  parts.running('Postgres')
  expect(parts.troubles()).toEqual([])
})

it('says for ten minutes that a part has ended more than once', () => {
  let time = 0
  const parts = makePartWatch(() => time)
  for (const how of ['SIGKILL', 'SIGSEGV']) {
    parts.ended('Postgres', how)
    parts.running('Postgres')
    time += MINUTE
  }
  expect(parts.troubles()).toEqual([
    'Postgres has ended unexpectedly 2 times in the last ten minutes, the last time by SIGSEGV.',
  ])
  time += 8.5 * MINUTE
  expect(parts.troubles()).toEqual([])
})

it('knows ends that came before its own time', () => {
  const parts = makePartWatch(() => 20 * MINUTE)
  for (const minute of [1, 15, 19]) parts.ended('Millrace', 'SIGABRT', minute * MINUTE)
  parts.running('Millrace')
  expect(parts.troubles()).toEqual([
    'Millrace has ended unexpectedly 2 times in the last ten minutes, the last time by SIGABRT.',
  ])
})
