import { expect, it } from 'vitest'

import { makeNotifications } from '../../src/server/store/database/notifications.ts'
import { startTcpProxy } from '../faults/proxy.ts'
import { startPostgres } from '../support/postgres/start-postgres.ts'
import { run } from '../support/run-sql.ts'

/** As the listener has it, in milliseconds. */
const RECONNECT = 500

it('while the database is away it is asked for twice a second and not more often, and heard again when it is back', async () => {
  const postgres = await startPostgres()
  let isAway = false
  let attempts = 0
  const judge = () => {
    if (!isAway) return 'pass'
    attempts++
    return 'reset'
  }
  const proxy = await startTcpProxy(postgres, { judge })
  const notifications = makeNotifications({
    databaseUrl: postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`),
    onError: () => {},
  })
  const heard: (string | undefined)[] = []
  notifications.listen('news', (payload) => void heard.push(payload))
  await notifications.start()

  isAway = true
  const began = Date.now()
  proxy.breakAll()
  await expect.poll(() => attempts, { timeout: 30_000 }).toBeGreaterThan(6)
  expect(attempts).toBeLessThanOrEqual((Date.now() - began) / RECONNECT + 1)

  isAway = false
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([undefined])
  await run(postgres.url, `select pg_notify('news', 'here again')`)
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual([undefined, 'here again'])
  await notifications.stop()
  await proxy.stop()
  await postgres.stop()
}, 90_000)
