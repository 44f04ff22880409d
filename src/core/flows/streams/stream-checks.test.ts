import { expect, it } from 'vitest'
import type { DataCheck } from '../../catalog/checks/data-checks.ts'
import type { FlowStream } from '../flow.ts'
import { checkForm, readCheckForm } from './check-form.ts'
import { freeCheckId, putCheck, removeCheck } from './stream-checks.ts'

const CHECKS: readonly DataCheck[] = [
  { id: 'a', type: 'row_count', percent: 10, rows: 500 },
  { id: 'b', type: 'row_count', percent: 12.5 },
  { id: 'c', type: 'not_null', columns: ['id', 'name'], severity: 'warn' },
  { id: 'd', type: 'unique', columns: ['id'] },
  { id: 'e', type: 'accepted_values', column: 'state', values: ['new', 'paid'] },
  { id: 'f', type: 'freshness', column: 'at', hours: 6 },
  { id: 'g', type: 'foreign_key', columns: ['customer'], target: 'public.customers', keys: ['id'] },
  { id: 'h', type: 'foreign_key', columns: ['id'], target: 'public.customers' },
  { id: 'i', type: 'sql', query: 'SELECT * FROM input WHERE amount < 0', name: 'no negative amounts' },
  { id: 'j', type: 'sql', query: 'SELECT 1 FROM input' },
]

it('every check comes back from its form as it was', () => {
  expect(CHECKS.map((check) => readCheckForm(check.id, checkForm(check)))).toEqual(CHECKS.map((check) => ({ check })))
})

it('a form names each field that is missing or is no number', () => {
  const read = (form: Partial<ReturnType<typeof checkForm>>) => {
    const result = readCheckForm('x', { ...checkForm(), ...form })
    return 'problems' in result ? result.problems : {}
  }
  expect(read({ type: 'row_count', percent: 'many', rows: '1.5' })).toEqual({ percent: 'number', rows: 'number' })
  expect(read({ type: 'not_null' })).toEqual({ columns: 'missing' })
  expect(read({ type: 'accepted_values', values: ' \n ' })).toEqual({ column: 'missing', values: 'missing' })
  expect(read({ type: 'freshness', hours: '0' })).toEqual({ column: 'missing', hours: 'number' })
  expect(read({ type: 'foreign_key' })).toEqual({ columns: 'missing', target: 'missing' })
  expect(read({ type: 'foreign_key', columns: ['a'], target: 't', keys: ['b', 'c'] })).toEqual({ keys: 'count' })
  expect(read({ type: 'sql', query: ' ' })).toEqual({ query: 'missing' })
  expect(read({ type: 'sql', query: 'SELECT 1 FROM orders' })).toEqual({ query: 'input' })
})

it('a decimal comma is understood, and values are taken once, without spaces around them', () => {
  expect(readCheckForm('x', { ...checkForm(), type: 'row_count', percent: '2,5' })).toMatchObject({
    check: { percent: 2.5 },
  })
  const values = 'new\n paid \n\nnew'
  expect(readCheckForm('x', { ...checkForm(), type: 'accepted_values', column: 's', values })).toMatchObject({
    check: { values: ['new', 'paid'] },
  })
})

it('a check is added, changed in its place and removed, and a stream without checks has no such setting', () => {
  const streams: readonly FlowStream[] = [
    { entity: 'a', mode: 'replace' },
    { entity: 'b', mode: 'replace' },
  ]
  const first = { id: freeCheckId(), type: 'not_null', columns: ['x'] } as const
  const one = putCheck(streams, 'a', first)
  const second = { id: freeCheckId(one[0]?.checks), type: 'unique', columns: ['x'] } as const
  const two = putCheck(one, 'a', second)
  expect(two[0]?.checks).toEqual([first, second])
  expect(putCheck(two, 'a', { ...first, severity: 'warn' })[0]?.checks?.[0]).toEqual({ ...first, severity: 'warn' })
  expect(removeCheck(two, 'a', first.id)[0]?.checks).toEqual([second])
  expect(freeCheckId([second])).not.toBe(second.id)
  expect(removeCheck(one, 'a', first.id)).toEqual(streams)
})
