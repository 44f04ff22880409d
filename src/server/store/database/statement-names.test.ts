import { expect, it } from 'vitest'

import { StatementNames } from './statement-names.ts'

const used = (names: StatementNames, sql: string, times: number) =>
  Array.from({ length: times }, () => names.nameOf(sql)).at(-1)

it('names what is used often, always the same', () => {
  const names = new StatementNames()
  expect(used(names, 'select 1', 4)).toBeUndefined()
  const name = names.nameOf('select 1')
  expect(name).toBeDefined()
  expect(names.nameOf('select 1')).toBe(name)
  expect(used(names, 'select 2', 5)).not.toBe(name)
})

it('names nothing that reads every column: a migration adds some', () => {
  const names = new StatementNames()
  for (const sql of ['select * from runs', 'select runs.*, 1 from runs', 'delete from runs returning *'])
    expect(used(names, sql, 10)).toBeUndefined()
  expect(used(names, 'select count(*) from runs', 10)).toBeDefined()
})

it('names no more than a server should keep for a session', () => {
  const names = new StatementNames()
  for (let number = 0; number < 1_000; number += 1) used(names, `select ${number}`, 5)
  expect(names.nameOf('select 1')).toBeDefined()
  expect(names.nameOf('select 999')).toBeUndefined()
})
