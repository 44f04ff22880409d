import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { aFlow, serverDown } from '../../../../test/support/builders.ts'
import { BrowserClock } from '../../../adapters/browser/browser-clock.ts'
import { fail, ok, type Result } from '../../result.ts'
import type { Flow, FlowChange } from '../flow.ts'
import { AutoSave } from './auto-save.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Sent {
  readonly version: number | undefined
  readonly change: FlowChange
  answer(result: Result<Flow>): void
}

/** A server that answers on request. */
function aServer() {
  const sent: Sent[] = []
  const autoSave = new AutoSave(aFlow(), {
    clock: new BrowserClock(),
    save: ({ version }, change) => new Promise((answer) => sent.push({ version, change, answer })),
    onSaved: () => undefined,
  })
  return { sent, autoSave }
}

it('waits for the person to pause, and sends all changes at once', async () => {
  const { sent, autoSave } = aServer()

  autoSave.change({ name: 'O' })
  await vi.advanceTimersByTimeAsync(400)
  autoSave.change({ name: 'Or' })
  autoSave.change({ enabled: false })
  await vi.advanceTimersByTimeAsync(400)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(100)

  expect(sent.map(({ change }) => change)).toEqual([{ name: 'Or', enabled: false }])
})

it('sends one request at a time, each on the version that the one before made', async () => {
  const { sent, autoSave } = aServer()
  autoSave.change({ name: 'first' })
  const flushed = autoSave.flush()
  autoSave.change({ name: 'second' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent).toHaveLength(1)

  sent[0]?.answer(ok(aFlow({ version: 2 })))
  await vi.advanceTimersByTimeAsync(0)
  sent[1]?.answer(ok(aFlow({ version: 3 })))

  expect(await flushed).toBe(true)
  expect(sent.map(({ version, change }) => [version, change.name])).toEqual([
    [1, 'first'],
    [2, 'second'],
  ])
  expect(autoSave.get()).toEqual({ status: 'saved' })
})

it('keeps what could not be saved, under what was changed since', async () => {
  const { sent, autoSave } = aServer()
  autoSave.change({ name: 'old', enabled: false })
  const flushed = autoSave.flush()
  autoSave.change({ name: 'new' })
  sent[0]?.answer(fail(serverDown))
  expect(await flushed).toBe(false)
  expect(autoSave.get()).toEqual({ status: 'failed', reason: 'passing', failure: serverDown })

  void autoSave.flush()

  expect(sent[1]?.change).toEqual({ name: 'new', enabled: false })
})

it('stops at a conflict until one version is chosen', async () => {
  const { sent, autoSave } = aServer()
  autoSave.change({ name: 'mine' })
  const flushed = autoSave.flush()
  sent[0]?.answer(fail({ kind: 'http', status: 409, statusText: 'Conflict' }))
  expect(await flushed).toBe(false)
  autoSave.change({ name: 'mine too' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toHaveLength(1)

  void autoSave.overwrite(aFlow({ version: 7 }), { name: 'mine too' })

  expect(sent[1]).toMatchObject({ version: 7, change: { name: 'mine too' } })
})

it('goes on from a newer version without what was not saved', async () => {
  const { sent, autoSave } = aServer()
  autoSave.change({ name: 'dropped' })
  autoSave.adopt(aFlow({ version: 7 }))
  expect(await autoSave.flush()).toBe(true)

  autoSave.change({ enabled: false })
  void autoSave.flush()

  expect(sent).toMatchObject([{ version: 7, change: { enabled: false } }])
})

it('asks nothing of the server before a version is chosen', async () => {
  const sent: FlowChange[] = []
  const save = (_base: unknown, change: FlowChange) => {
    sent.push(change)
    return Promise.resolve(ok(aFlow({ version: 8 })))
  }
  const autoSave = new AutoSave(aFlow(), { clock: new BrowserClock(), save, onSaved: () => undefined }, 'conflict')
  autoSave.change({ name: 'mine' })
  expect(await autoSave.flush()).toBe(false)
  expect(sent).toEqual([])

  expect(await autoSave.overwrite(aFlow({ version: 7 }), { name: 'mine' })).toBe(true)
  expect(sent).toEqual([{ name: 'mine' }])
})

it('is saved at once when nothing was changed', async () => {
  const { autoSave } = aServer()

  expect(await autoSave.flush()).toBe(true)
})

it('knows the version of what was saved before anybody hears that it is', async () => {
  const { sent, autoSave } = aServer()
  const heard: unknown[] = []
  autoSave.subscribe(() => heard.push([autoSave.get().status, autoSave.savedEdition]))
  autoSave.change({ name: 'first' })
  const flushed = autoSave.flush()
  sent[0]?.answer(ok(aFlow({ version: 2 })))
  await flushed

  expect(heard.at(-1)).toEqual(['saved', 2])
})
