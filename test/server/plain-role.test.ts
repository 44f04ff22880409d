import { expect, it } from 'vitest'

import { migrate } from '../../src/server/store/database/migrate.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'

it.each([15, 18] as const)(
  'a role that is no superuser of Postgres %i is told which right it needs, and then can work',
  async (version) => {
    const postgres = await startPostgres({ version })
    try {
      await run(postgres.url, `create role plain login password 'plain'`)
      await run(postgres.url, 'create database store owner plain')
      const url = `postgres://plain:plain@127.0.0.1:${postgres.port}/store`
      const grant = 'grant set on parameter "millrace.system" to'
      await expect(migrate(url)).rejects.toThrow(`A superuser gives it with: ${grant} that_role`)
      await run(postgres.url, `${grant} plain`)
      expect(await migrate(url)).toMatchObject({ role: undefined })
    } finally {
      await postgres.stop()
    }
  },
)
