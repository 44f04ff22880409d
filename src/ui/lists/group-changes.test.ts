import { expect, it } from 'vitest'

import type { AuditChange } from '../../core/audit/audit-event.ts'
import { groupChanges } from './group-changes.ts'

const change = (kind: AuditChange['kind'], ...path: readonly string[]): AuditChange => ({ path, kind })
const grouped = (...changes: readonly AuditChange[]) =>
  groupChanges(changes).map((group) => [group.change, ...group.details].map(({ path }) => path.join('.')))

it('puts the settings of a check that came into its line, also where the next check has the same name', () => {
  const check = (...more: readonly string[]) => change('added', 'streams', 'a', 'checks', 'row_count', ...more)
  const [first, next] = [
    [check(), check('percent'), check('severity')],
    [check(), check('severity')],
  ]
  expect(grouped(...first, ...next, change('added', 'streams', 'b'))).toEqual([
    ['streams.a.checks.row_count', 'streams.a.checks.row_count.percent', 'streams.a.checks.row_count.severity'],
    ['streams.a.checks.row_count', 'streams.a.checks.row_count.severity'],
    ['streams.b'],
  ])
})

it('tells a schedule that came or went, and the flows after which one starts, in one line each', () => {
  const fields = (kind: AuditChange['kind'], part: string, ...names: readonly string[]) =>
    names.map((name) => change(kind, part, name))
  expect(grouped(...fields('added', 'schedule', 'overlap', 'cron', 'timezone'))).toEqual([
    ['schedule.cron', 'schedule.overlap', 'schedule.timezone'],
  ])
  expect(grouped(...fields('removed', 'schedule', 'cron', 'timezone', 'overlap'))).toEqual([
    ['schedule.cron', 'schedule.timezone'],
  ])
  expect(grouped(...fields('removed', 'after', 'when', 'flows'))).toEqual([['after.flows']])
  expect(grouped(...fields('added', 'after', 'when', 'flows'))).toEqual([['after.flows', 'after.when']])
})

it('leaves changes of a schedule that stays apart', () => {
  expect(grouped(change('changed', 'schedule', 'cron'), change('changed', 'schedule', 'timezone'))).toEqual([
    ['schedule.cron'],
    ['schedule.timezone'],
  ])
  expect(grouped(change('added', 'schedule', 'overlap'))).toEqual([['schedule.overlap']])
})
