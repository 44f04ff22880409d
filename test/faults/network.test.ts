import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { endpointOf, freshDatabase, moveBetween, replace, run } from '../engine/move-between.ts'
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts'
import { startTcpProxy, type Wire } from './proxy.ts'

let postgres: RunningPostgres

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe('a poor network', () => {
  it.each<[string, Wire]>([
    ['byte for byte', { pieceBytes: 1 }],
    ['late', { latency: 20 }],
    ['slowly', { bytesPerSecond: 40_000 }],
  ])('that hands over %s changes no row', async (_, wire) => {
    const [source, destination] = [await freshDatabase(postgres), await freshDatabase(postgres)]
    await run(source, `CREATE TABLE few AS SELECT n AS id, 'note ' || n AS note FROM generate_series(1, 50) n`)
    const proxy = await startTcpProxy(source, { wire })
    const result = await moveBetween(endpointOf({ ...source, port: proxy.port }), destination, [replace('public.few')])
    await proxy.stop()
    expect(result.streams).toMatchObject([{ status: 'succeeded', rowsWritten: 50 }])
    const count = 'SELECT count(*) AS rows, count(DISTINCT note) AS notes FROM few'
    expect(await run(destination, count)).toEqual([{ rows: '50', notes: '50' }])
  })

  it('that ends after so many bytes leaves nothing, whatever the number', async () => {
    const [source, destination] = [await freshDatabase(postgres), await freshDatabase(postgres)]
    await run(source, `CREATE TABLE many AS SELECT n AS id, repeat('x', 200) AS note FROM generate_series(1, 2000) n`)
    await run(destination, `CREATE TABLE many AS SELECT 0 AS id, 'old' AS note`)
    for (const cutAfter of [20_000, 100_000, 300_000]) {
      const proxy = await startTcpProxy(source, { wire: { cutAfter } })
      const result = await moveBetween(endpointOf({ ...source, port: proxy.port }), destination, [
        replace('public.many'),
      ])
      await proxy.stop()
      expect(result.streams).toMatchObject([{ status: 'failed', error: { code: 'SOURCE_CONNECTION_LOST' } }])
      expect(await run(destination, 'SELECT note FROM many')).toEqual([{ note: 'old' }])
    }
  })
})
