import { expect } from 'vitest'

import { HASH_BITS } from '../../../src/engine/ports/vanished-rows.ts'
import { pageOfEntities } from '../../../src/server/domain/connections/page-of-entities.ts'
import { showRows } from '../../../src/server/domain/connections/show-rows.ts'
import { says } from '../../support/says.ts'
import { readRows } from './attempt.ts'
import type { Case, ReadablePlace } from './case.ts'
import { nothingIsLeft } from './expectations.ts'

const byText = (rows: readonly (readonly (string | null)[])[] = []) => rows.map((row) => JSON.stringify(row)).sort()

export const SOURCE_CASES = {
  'lists entities': {
    title: 'lists what can be read in a stable order, page by page, and filters it by name',
    async try({ connector, endpoint, context, source }) {
      const { entity } = await source.seed()
      const all = await connector.discover(endpoint, context())
      expect(await connector.discover(endpoint, context())).toEqual(all)
      const paged: string[] = []
      for (let cursor: string | undefined; paged.length <= all.length; ) {
        const page = pageOfEntities(all, { cursor, limit: 1 })
        paged.push(...page.entities.map(({ name }) => name))
        if (page.nextCursor === null) break
        cursor = page.nextCursor
      }
      expect(paged).toEqual(all.map(({ name }) => name))
      const found = pageOfEntities(all, { search: entity.slice(2).toUpperCase() }).entities
      expect(found.map(({ name }) => name)).toContain(entity)
    },
  },
  'tells columns': {
    title: 'describes the columns of an entity, with the types of the system',
    async try({ connector, endpoint, context, source }) {
      const { entity, columns } = await source.seed()
      const opened = await connector.openSource?.(endpoint, context())
      const [found] = (await opened?.entities([entity])) ?? []
      await opened?.close()
      const told = found?.columns.map(({ name, value }) => [name, value.kind])
      expect(told).toEqual(expect.arrayContaining(columns.map((column) => [...column])))
      const discovered = (await connector.discover(endpoint, context())).find(({ name }) => name === entity)
      expect(discovered?.columns.map(({ name }) => name)).toEqual(found?.columns.map(({ name }) => name))
      expect(discovered?.columns.every(({ type }) => type.length > 0)).toBe(true)
    },
  },
  'reads every row': {
    title: 'reads every row exactly once, as its own count confirms',
    async try(place) {
      const { entity, count, rows } = await place.source.seed()
      const read = await readRows(place, entity)
      expect(read.stream).toMatchObject({ status: 'succeeded', rowsRead: count, rowsWritten: count })
      expect(read.rows).toHaveLength(count)
      expect(byText(read.rows)).toEqual(expect.arrayContaining(byText(rows)))
      await nothingIsLeft(place)
    },
  },
  'reads chosen columns': {
    title: 'reads only the chosen columns',
    async try(place) {
      const { entity, columns, count } = await place.source.seed()
      const [first = ''] = columns[0] ?? []
      const read = await readRows(place, entity, { stream: { columns: [first] } })
      expect(read.stream).toMatchObject({ status: 'succeeded', rowsRead: count })
      expect(read.rows?.every((row) => row.length === 1)).toBe(true)
    },
  },
  'reads every kind': {
    title: 'reads every kind of entity that it lists, each row once',
    async try(place) {
      const kinds = await place.source.kinds()
      const listed = await place.connector.discover(place.endpoint, place.context())
      for (const { entity, kind, count } of kinds) {
        const name = listed.find((found) => found.name.replaceAll('"', '') === entity)?.name ?? entity
        const read = await readRows(place, name)
        const found = listed.find((other) => other.name === name)
        expect({ entity, kind: found?.kind, rows: read.rows?.length }).toEqual({ entity, kind, rows: count })
      }
    },
  },
  'reads hostile texts': {
    title: 'reads hostile names and values unchanged',
    async try(place) {
      const hostile = await place.source.hostile?.()
      const read = await readRows(place, hostile?.entity ?? '')
      expect(read.stream?.error).toBeUndefined()
      expect(byText(read.rows)).toEqual(byText(hostile?.rows))
    },
  },
  'reads a window': {
    title: 'reads new rows by a cursor, and again those that may have been written at the same time',
    async try(place) {
      const window = await place.source.window?.()
      const cursor = { column: window?.column ?? '', after: window?.after ?? '' }
      const read = await readRows(place, window?.entity ?? '', { stream: { cursor } })
      expect(read.stream).toMatchObject({ status: 'succeeded', rowsRead: window?.count })
      expect(read.stream?.window?.until).toBeDefined()
    },
  },
  'shows rows': {
    title: 'shows at most a hundred rows, and leaves no query running',
    async try(place) {
      const { connector, endpoint, context, secrets } = place
      const { entity } = await place.source.large()
      const shown = await showRows({ connector, endpoint }, entity, context())
      expect([shown.rows.length, shown.hasMore]).toEqual([100, true])
      expect(secrets.filter((secret) => JSON.stringify(shown).includes(secret))).toEqual([])
      await nothingIsLeft(place)
    },
  },
  'stops reading': {
    title: 'stops on both sides when the run is cancelled in the middle',
    async try(place) {
      const { entity } = await place.source.large()
      const stop = new AbortController()
      const read = await readRows(place, entity, { signal: stop.signal, arrived: async () => stop.abort() })
      expect(read.stream?.status).toBe('cancelled')
      expect(read.rows).toBeUndefined()
      await nothingIsLeft(place)
    },
  },
  'tells the price of reading': {
    title: 'estimates what a run would read and what that costs, and how sure each figure is',
    async try({ connector, endpoint, context, source }) {
      const { entity } = await source.seed()
      const opened = await connector.openSource?.(endpoint, context())
      const [found] = (await opened?.entities([entity])) ?? []
      const told = found && (await opened?.estimate?.([{ entity: found }]))
      await opened?.close()
      expect(told?.reads).toHaveLength(1)
      expect(Object.values(told?.figures ?? {}).filter(({ amount }) => amount !== undefined)).not.toEqual([])
    },
  },
  'sums its keys': {
    title: 'sums its keys range by range, so that only keys of differing ranges are sent',
    async try({ connector, endpoint, context, source }) {
      const { entity, columns, count } = await source.seed()
      const key = columns.slice(0, 1).map(([name]) => name)
      const opened = await connector.openSource?.(endpoint, context())
      const [found] = (await opened?.entities([entity])) ?? []
      const question = { order: 'hash', columns: key, bits: HASH_BITS - 4 } as const
      const sums = (found && (await opened?.keys?.sums(found, question))) ?? []
      const [first] = sums
      const within = first ? [{ first: first.first, bits: question.bits }] : []
      const again = found && (await opened?.keys?.sums(found, { ...question, within }))
      await opened?.close()
      expect(sums.reduce((rows, sum) => rows + sum.rows, 0)).toBe(count)
      expect(again).toEqual([first])
    },
  },
  'tells its structure': {
    title: 'describes the indexes, constraints, defaults and comments of a table',
    async try({ connector, endpoint, context, source }) {
      const { entity = '', lacksChecks } = (await source.structured?.()) ?? {}
      const opened = await connector.openSource?.(endpoint, context())
      const told = await opened?.structure?.((await opened.entities([entity])) ?? [])
      await opened?.close()
      const kinds = told?.parts.map(({ kind, name }) => (kind === 'index' && name === 'PRIMARY' ? 'primary_key' : kind))
      expect(kinds).toEqual(expect.arrayContaining([...(lacksChecks ? [] : ['check']), 'comment', 'default', 'index']))
      expect(told?.parts.some((part) => part.kind === 'unique' || (part.kind === 'index' && part.isUnique))).toBe(true)
    },
  },
  'source vanishes': {
    title: 'reports a lost connection as temporary, and leaves no row in the target',
    async try(place) {
      const { entity } = await place.source.large()
      const read = await readRows(place, entity, { arrived: () => place.source.vanish() })
      expect(read.stream).toMatchObject({ status: 'failed', rowsWritten: 0, error: { retryable: true } })
      expect(read.stream?.error?.message).toEqual(says(expect.stringMatching(/^[A-Z].*\.$/s)))
      expect(read.rows).toBeUndefined()
    },
  },
} as const satisfies Readonly<Record<string, Case<ReadablePlace>>>
