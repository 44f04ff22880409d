import { expect, it } from 'vitest'

import { run } from '../../support/run-sql.ts'
import { tryKind } from '../enumerate.ts'
import { openWorkers } from '../workers.ts'
import { tryKinds } from './try-kinds.ts'

const servers = tryKinds('postgres')

it('a worker that is paused while another ends its run does not execute the SQL before the rows when it wakes up', async () => {
  const workers = openWorkers(servers())
  const { trials } = await tryKind(servers(), workers, 'sql', {
    choose: (faults) => {
      const asked = 'select from runs where id = $1 and epoch = $2'
      return faults.filter(({ sent, fault }) => fault === 'pause' && sent.startsWith(asked)).slice(0, 1)
    },
  })
  await workers.close()
  expect(trials).toMatchObject([{ struck: expect.any(String), breaches: [] }])
})

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

it.each(['aggregate-there', 'deduplicate-there', 'join-there'])(
  'a worker that is lost while the destination runs the steps of the kind %s leaves none of the rows that wait for them',
  async (name) => {
    const workers = openWorkers(servers())
    const { trials } = await tryKind(servers(), workers, name, {
      choose: (faults) =>
        faults.filter(
          ({ link, sent, fault }) =>
            link === 'destination' &&
            /INSERT INTO \S+_millrace_[0-9a-f]{24}"/.test(sent) &&
            (fault === 'kill' || fault === 'cancel'),
        ),
    })
    await workers.close()
    expect(trials).toMatchObject([
      { struck: expect.stringContaining('INSERT INTO'), breaches: [] },
      { struck: expect.stringContaining('INSERT INTO'), breaches: [] },
    ])
  },
)
