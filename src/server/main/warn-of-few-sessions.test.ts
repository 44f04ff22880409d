import { expect, it } from 'vitest'

import type { Query } from '../store/database/database.ts'
import { warnOfFewSessions } from './warn-of-few-sessions.ts'

async function warned(role: 'all' | 'api' | 'worker', free: number, processes: number) {
  const logged: unknown[] = []
  const query = (async (sql: string) => [sql.includes('max_connections') ? { free } : { count: processes }]) as Query
  await warnOfFewSessions({
    config: { role },
    database: { asSystem: (work) => work(query) },
    log: { warn: (...line) => void logged.push(line) },
  })
  return logged
}

it('a process that starts says that the database gives it too few sessions, and how many it may need', async () => {
  expect(await warned('all', 40, 1)).toEqual([
    [expect.stringContaining('Raise max_connections'), { sessions: 40, needed: 50, processes: 1 }],
  ])
  expect(await warned('worker', 90, 3)).toEqual([[expect.any(String), { sessions: 90, needed: 94, processes: 3 }]])
})

it('nothing is said with the default of Postgres, for one process or an API and a worker', async () => {
  expect(await warned('all', 97, 1)).toEqual([])
  expect(await warned('worker', 97, 2)).toEqual([])
})
