import { expect, it } from 'vitest'

import { run } from '../../support/run-sql.ts'
import { tryKind } from '../enumerate.ts'
import { openWorkers } from '../workers.ts'
import { tryKinds } from './try-kinds.ts'

const servers = tryKinds('postgres')

it('workers whose clocks are hours apart take runs over from each other, and nothing of their clocks is kept', async () => {
  const HOUR = 3_600_000
  const apart = openWorkers(servers(), (nth) => (nth % 2 === 0 ? HOUR : -HOUR))
  const { trials } = await tryKind(servers(), apart, 'pg-pg', {
    choose: (faults) =>
      faults.filter(({ link, sent, fault }) => link === 'destination' && sent === 'COMMIT' && fault === 'kill'),
  })
  await apart.close()
  expect(trials).toMatchObject([{ struck: 'COMMIT', breaches: [] }])
  const times = `select started_at - queued_at between '0 s' and '10 min' and finished_at - started_at between '0 s' and '10 min' as are_true
     from millrace.runs order by queued_at desc limit 3`
  expect(await run(servers().api.storeUrl, times)).toEqual(Array.from({ length: 3 }, () => ({ are_true: true })))
})
