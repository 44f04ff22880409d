import { expect, it } from 'vitest'

import { migrate } from '../../src/server/store/database/migrate.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'

it.each([15, 18] as const)(
  'a role that only owns its database is enough for the store, on Postgres %i, as managed servers have it',
  async (version) => {
    const postgres = await startPostgres({ version })
    try {
      await run(postgres.url, `create role plain login password 'plain'`)
      await run(postgres.url, 'create database store owner plain')
      const url = `postgres://plain:plain@127.0.0.1:${postgres.port}/store`
      expect(await migrate(url)).toMatchObject({ role: undefined })
      const inSchema = `${url}?options=${encodeURIComponent('-c search_path=millrace')}`
      const waiting = 'select waiting_of(gen_random_uuid(), 1, now(), 5, 100) as counts'
      expect(await run(inSchema, waiting)).toEqual([{ counts: { active: 0, before: 0 } }])
    } finally {
      await postgres.stop()
    }
  },
)
