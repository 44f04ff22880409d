import { expect } from 'vitest'
import { modesOf, type RunMode } from '../../../src/core/catalog/connections/connection-types.ts'
import { sentence } from '../../../src/core/catalog/sentence.ts'
import { RowEncoder } from '../../../src/engine/formats/common-text/row-encoder.ts'
import { move } from '../../../src/engine/move/move.ts'
import { ConnectorError } from '../../../src/engine/ports/connector.ts'
import { COMMON_TEXT, type Field } from '../../../src/engine/ports/value-type.ts'
import { keptStepProcesses } from '../../support/kept-step-processes.ts'
import { says } from '../../support/says.ts'
import { nextFence } from '../move-between.ts'
import { writeRows } from './attempt.ts'
import type { Case, WritablePlace } from './case.ts'
import { DATA_CHECK_CASES } from './data-check-cases.ts'
import { firstMode, nothingIsLeft, shown, succeeded } from './expectations.ts'
import { FORESIGHT_CASES } from './foresight-cases.ts'
import { HOSTILE_NAMES, HOSTILE_TEXTS, ORDER_COLUMNS, order, orders } from './orders.ts'
import { PROOF_CASES } from './proof-cases.ts'
import { REJECT_CASES } from './reject-cases.ts'
import { VANISHED_CASES } from './vanished-cases.ts'

/** Opens the destination by itself, so that a case can look into it between two steps. */
async function loadInto(place: WritablePlace, mode: RunMode, rows: readonly (readonly Field[])[], fence = nextFence()) {
  const {
    connector,
    endpoint,
    context,
    destination: { target },
  } = place
  const destination = await connector.openDestination?.(endpoint, context(undefined, fence.runId))
  if (!destination) throw new Error(`${connector.type} is no destination`)
  const columns = Object.entries(ORDER_COLUMNS).map(([name, value]) => ({
    name,
    type: value.kind,
    nullable: true,
    value,
  }))
  try {
    const prepared = await destination.prepare({ target: destination.nameOf(target), columns, mode, fence })
    const load = await prepared.load(COMMON_TEXT)
    const encoder = new RowEncoder()
    for (const row of rows) encoder.add(row)
    const { frames, rows: count } = encoder.take()
    if (!load.write(frames, count)) await load.drained()
    return { load, fence, close: () => destination.close() }
  } catch (error) {
    await destination.close()
    throw error
  }
}

export const DESTINATION_CASES = {
  'offers its modes': {
    title: 'offers exactly the modes of the catalog',
    async try({ connector, endpoint, context }) {
      const destination = await connector.openDestination?.(endpoint, context())
      expect(destination?.modes).toEqual(modesOf(connector.type))
      await destination?.close()
    },
  },
  replaces: {
    title: 'replaces all rows at once: readers see the old ones until the new ones are complete',
    async try(place) {
      const { destination } = place
      succeeded(await writeRows(place, orders(3), { stream: { mode: 'replace' } }), 3)
      const { load, close } = await loadInto(place, 'replace', orders(2, 7))
      expect(await load.finish()).toBe(2)
      expect(await destination.orders()).toEqual(shown(1, 2, 3))
      await load.commit()
      expect(await destination.orders()).toEqual(shown(7, 8))
      await close()
      await nothingIsLeft(place)
    },
  },
  appends: {
    title: 'appends every row once, after those of the run before',
    async try(place) {
      for (const from of [1, 4]) succeeded(await writeRows(place, orders(3, from), { stream: { mode: 'append' } }), 3)
      expect(await place.destination.orders()).toEqual(shown(1, 2, 3, 4, 5, 6))
      await nothingIsLeft(place)
    },
  },
  upserts: {
    title: 'upserts by a key, and takes the last of several rows with one key',
    async try(place) {
      const stream = { mode: 'upsert', key: ['id'] } as const
      succeeded(await writeRows(place, orders(2), { stream }), 2)
      const { streams } = await writeRows(place, [order(2, 'first'), order(3), order(2, 'last')], { stream })
      expect(streams).toMatchObject([{ status: 'succeeded', rowsRead: 3, rowsWritten: 2, rowsFiltered: 1 }])
      expect(await place.destination.orders()).toEqual([
        ['1', 'note 1'],
        ['2', 'last'],
        ['3', 'note 3'],
      ])
      await nothingIsLeft(place)
    },
  },
  'takes no rows': {
    title: 'accepts a stream without rows: it replaces everything, or adds nothing',
    async try(place) {
      succeeded(await writeRows(place, orders(2)), 2)
      succeeded(await writeRows(place, []), 0)
      expect(await place.destination.orders()).toEqual(firstMode(place) === 'replace' ? [] : shown(1, 2))
      await nothingIsLeft(place)
    },
  },
  'refuses what it cannot hold': {
    title: 'refuses a value that the target cannot hold, names row, column and rule, and changes no row',
    async try(place) {
      const refusal = await place.destination.unholdable?.()
      const bad = order(2, 'note 2', refusal?.order)
      const { streams } = await writeRows(place, [order(1), bad, order(3)], { stream: { mode: 'append' } })
      expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0, error: { retryable: false } }])
      expect(streams[0]?.error?.message).toEqual(says(expect.stringMatching(/\b(row|line) 2\b/i)))
      expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining(refusal?.column ?? 'a column')))
      expect(streams[0]?.error?.message).toEqual(says(expect.stringMatching(refusal?.rule ?? /a rule/)))
      expect(await place.destination.orders()).toEqual([])
      await nothingIsLeft(place)
    },
  },
  'writes hostile values': {
    title: 'writes hostile values unchanged',
    async try(place) {
      const { spells = (text: string) => text } = place.destination
      const rows = HOSTILE_TEXTS.map((text, n) => order(n + 1, text))
      succeeded(await writeRows(place, rows), rows.length)
      expect(await place.destination.orders()).toEqual(HOSTILE_TEXTS.map((text, n) => [String(n + 1), spells(text)]))
    },
  },
  'writes hostile names': {
    title: 'writes columns with hostile names under those names',
    async try(place) {
      const { spells = (text: string) => text } = place.destination
      const more = Object.fromEntries(HOSTILE_NAMES.map((name) => [name, { kind: 'text' }] as const))
      const rows = [[...order(1), ...HOSTILE_NAMES.map(() => 'x')]]
      succeeded(await writeRows(place, rows, { columns: { ...ORDER_COLUMNS, ...more } }), 1)
      expect(await place.destination.columns()).toEqual(expect.arrayContaining(HOSTILE_NAMES.map(spells)))
    },
  },
  'stops writing': {
    title: 'a cancelled run leaves nothing behind, and nothing arrives after it',
    async try(place) {
      const stop = new AbortController()
      const rows = Array.from({ length: 400 }, (_, n) => order(n + 1, 'x'.repeat(1_000)))
      const between = (row: number) => {
        if (row === 300) stop.abort()
      }
      const { streams } = await writeRows(place, rows, { signal: stop.signal, between })
      expect(streams).toMatchObject([{ status: 'cancelled' }])
      expect((await place.destination.orders()).filter(([id]) => Number(id) >= 300)).toEqual([])
      await nothingIsLeft(place)
    },
  },
  'keeps old rows': {
    title: 'a failed source leaves the old rows in place and nothing else behind',
    async try(place) {
      succeeded(await writeRows(place, orders(2)), 2)
      const lost = { code: 'SOURCE_CONNECTION_LOST', message: sentence`Gone.`, retryable: true } as const
      const rows = {
        *[Symbol.iterator]() {
          for (let n = 1; n <= 300; n++) yield order(n + 2, 'x'.repeat(1_000))
          throw new ConnectorError(lost)
        },
      }
      const { streams } = await writeRows(place, rows)
      expect(streams).toMatchObject([{ status: 'failed', rowsWritten: 0, error: lost }])
      expect(await place.destination.orders()).toEqual(shown(1, 2))
      await nothingIsLeft(place)
    },
  },
  'fences older attempts': {
    title: 'only the newest attempt of a run can commit',
    async try(place) {
      succeeded(await writeRows(place, [order(1)]), 1)
      const older = await loadInto(place, firstMode(place), [order(2)])
      const newer = await loadInto(place, firstMode(place), [order(3)])
      const paused = older.load.finish().then(() => older.load.commit())
      await expect(paused).rejects.toBeInstanceOf(ConnectorError)
      await older.load.abandon()
      expect(await place.destination.orders()).toEqual(shown(1))
      await newer.load.finish()
      await newer.load.commit()
      expect(await place.destination.orders()).toEqual(shown(3))
      const late = loadInto(place, firstMode(place), [order(2)], older.fence)
      await expect(late).rejects.toMatchObject({ problem: { code: 'FENCED' } })
      await Promise.all([older.close(), newer.close()])
      await nothingIsLeft(place)
    },
  },
  'knows a lost answer': {
    title: 'a lost answer to a commit leaves every row there once',
    async try(place) {
      const stream = { mode: 'append' } as const
      succeeded(await writeRows(place, orders(2), { stream }), 2)
      place.destination.loseCommitAnswer?.()
      succeeded(await writeRows(place, orders(2, 3), { stream }), 2)
      expect(await place.destination.orders()).toEqual(shown(1, 2, 3, 4))
      await nothingIsLeft(place)
    },
  },
  'does nothing twice': {
    title: 'a run that continues after its commit writes nothing twice',
    async try(place) {
      const stream = { mode: 'append' } as const
      const { flowId } = nextFence()
      for (const epoch of [nextFence().epoch, nextFence().epoch])
        succeeded(await writeRows(place, orders(2), { stream, fence: { flowId, runId: 'again', epoch } }), 2)
      expect(await place.destination.orders()).toEqual(shown(1, 2))
    },
  },
  'builds the structure': {
    title: 'creates the structure of a table that the flow creates, after its rows',
    async try(place) {
      const { connector, endpoint, context, source } = place
      const { entity = '', copy = '', lacksChecks } = (await source?.structured?.()) ?? {}
      const built: string[] = []
      const fence = nextFence()
      const { streams } = await move({
        stepProcesses: keptStepProcesses,
        source: { connector, endpoint },
        destination: { connector, endpoint },
        streams: [{ entity, target: copy, mode: 'replace' }],
        copiesStructure: true,
        fence,
        context: context(undefined, fence.runId),
        onEvent: (event) => {
          if (event.kind !== 'structure') return
          const isDone = event.objects.filter(({ state }) => state === 'built' || state === 'present')
          built.splice(0, built.length, ...isDone.map(({ kind }) => kind))
        },
      })
      expect(streams).toMatchObject([{ status: 'succeeded' }])
      expect(built).toEqual(expect.arrayContaining([...(lacksChecks ? [] : ['check']), 'comment', 'default', 'index']))
      await nothingIsLeft(place)
    },
  },
  ...PROOF_CASES,
  ...DATA_CHECK_CASES,
  ...FORESIGHT_CASES,
  ...REJECT_CASES,
  ...VANISHED_CASES,
} as const satisfies Readonly<Record<string, Case<WritablePlace>>>
