import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { openBackup } from '../../src/server/backup/open-backup.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import { run } from '../support/run-sql.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { addEnds, endedRun, startShop } from '../support/shop.ts'
import { type Api, newStore, startApi } from '../support/start-api.ts'

const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

describe.each(['13', '14'] as const)('a store on Postgres %s', (version) => {
  it('moves rows, lists runs, flows and figures, and is the same after a backup and a restore', async () => {
    const store = await newStore({ version })
    const { api, base, source, target } = await startShop({ beside: store })
    const folder = makeScratchFolder('older-postgres')
    try {
      await run(source, 'create table orders as select n as id from generate_series(1, 20) n')
      const ends = await addEnds(api, base)
      const { body: flow } = await api.call('ada', 'POST', `${base}/flows`, { name: 'Orders', ...ends })
      const { body: started } = await api.call('ada', 'POST', `${base}/flows/${flow.id}/run`)
      expect(await endedRun(api, base, started.run_id)).toMatchObject({ status: 'succeeded', rows_written: 20 })
      expect(await run(target, 'select count(*)::int as rows from orders')).toEqual([{ rows: 20 }])

      const before = await pages(api, base)
      expect(before).toMatchObject({
        runs: { runs: [{ id: started.run_id, totals: { rows_written: 20 } }] },
        flows: [{ last_run: { id: started.run_id }, recent_states: ['succeeded'] }],
      })

      const file = join(folder, 'backup')
      await writeBackup({ databaseUrl: api.storeUrl, files: async () => ({}) }, file, undefined)
      const databaseUrl = store.storeUrl.replace(/[^/]*$/, 'restored')
      await run(store.postgres.url, 'create database restored')
      const backup = await openBackup(file, undefined)
      await restoreBackup(backup, { dataDir: join(folder, 'data'), databaseUrl, log: SILENT }).finally(() =>
        backup.close(),
      )
      const restored = await startApi({ takesRuns: false, beside: { ...api, storeUrl: databaseUrl } })
      try {
        expect(await pages(restored, base)).toEqual(before)
      } finally {
        await restored.stop()
      }
    } finally {
      await api.stop()
      await store.postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

const LISTS = ['runs', 'flows', 'connections', 'dashboard?period=7d'] as const

async function pages(api: Api, base: string): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const list of LISTS) {
    const { status, body } = await api.call('ada', 'GET', `${base}/${list}`)
    expect({ list, status }).toEqual({ list, status: 200 })
    // The figures are those up to the moment of the call.
    if (!Array.isArray(body)) for (const moment of ['from', 'to']) delete body[moment]
    answers[list] = body
  }
  return answers
}
