import { expect, it } from 'vitest'

import { EVERY_SOURCE, type MaskingFlow, maskedColumns } from './masked-columns.ts'
import { withheldColumns } from './withheld-columns.ts'

type Steps = MaskingFlow['steps']

const mask = (column: string, stream?: string): Steps[number] => ({
  ...{ type: 'mask', settings: { columns: [{ column, method: 'hash' }] } },
  ...(stream !== undefined && { stream }),
})
const rename = (column: string, to: string): Steps[number] => ({
  type: 'rename',
  settings: { columns: [{ column, to }] },
})
const PEOPLE = [{ entity: 'public.people' }, { entity: 'public.orders' }]
const flow = (...steps: Steps): MaskingFlow => ({ streams: PEOPLE, steps, source: 'shop' })
const isMasked = (column: string, entity: string, ...steps: Steps) =>
  maskedColumns([flow(...steps)], ['elsewhere']).has({ entity, column })

it('a mask counts for the table of its step, or for every table of its flow, whatever the case of the names', () => {
  expect(isMasked('email', 'public.people', mask('Email'))).toBe(true)
  expect(isMasked('EMAIL', 'PUBLIC.orders', mask('email'))).toBe(true)
  expect(isMasked('email', 'public.orders', mask('email', 'public.people'))).toBe(false)
  expect(isMasked('email', 'public.others', mask('email'))).toBe(false)
  expect(isMasked('name', 'public.people', mask('email'))).toBe(false)
})

it('a mask counts for every table of the source that the flow reads, as a view over the masked table is one', () => {
  const flows = [flow(mask('email', 'public.people'))]
  const view = { entity: 'public.people_of_today', column: 'email' }
  expect(maskedColumns(flows, ['shop']).has(view)).toBe(true)
  expect(maskedColumns(flows, ['elsewhere']).has(view)).toBe(false)
  expect(maskedColumns(flows, EVERY_SOURCE).has(view)).toBe(true)
})

it('a mask of a flow that moves every table counts for every table', () => {
  const everything = maskedColumns([{ streams: [], steps: [mask('email')], source: 'shop' }], ['elsewhere'])
  expect(everything.has({ entity: 'anything', column: 'email' })).toBe(true)
})

it('a masked column is followed back through the steps before the mask to the columns of the source', () => {
  const inPeople = (column: string, ...steps: Steps) => isMasked(column, 'public.people', ...steps)
  expect(inPeople('email', rename('email', 'contact'), mask('contact'))).toBe(true)
  expect(inPeople('email', mask('contact'), rename('email', 'contact'))).toBe(false)
  const compute = {
    type: 'compute',
    settings: { columns: [{ name: 'label', expression: `first || ' ' || "Last Name"` }] },
  } as const
  expect(['first', 'last name'].map((column) => inPeople(column, compute, mask('label')))).toEqual([true, true])
  const query = { type: 'sql', settings: { query: 'SELECT id, lower(email) AS contact FROM input' } } as const
  expect(inPeople('email', query, mask('contact'))).toBe(true)
  const taking = (sql: string) => inPeople('email', { type: 'sql', settings: { query: sql } }, mask('contact'))
  for (const sql of [
    'WITH t(id, contact) AS (SELECT * FROM input) FROM t',
    'SELECT #2 AS contact FROM input',
    "SELECT COLUMNS('ema.*') AS contact FROM input",
    'FROM (FROM input) t(id, contact)',
    'WITH t(id, contact) AS (TABLE input) SELECT id, contact FROM t',
  ])
    expect(taking(sql), sql).toBe(true)
  const computed = (expression: string) =>
    inPeople('email', { type: 'compute', settings: { columns: [{ name: 'contact', expression }] } }, mask('contact'))
  expect([computed("upper(COLUMNS('em.*'))"), computed('phone * 2')]).toEqual([true, false])
  expect(taking('SELECT id, phone AS contact FROM input')).toBe(false)
  expect(inPeople('email', { type: 'sql', settings: { query: 'SELECT * FROM input' } }, mask('phone'))).toBe(false)
  const longest = {
    type: 'aggregate',
    settings: { by: ['id'], measures: [{ function: 'max', column: 'email', name: 'top' }] },
  } as const
  expect(inPeople('email', longest, mask('top'))).toBe(true)
  const ofOther = { ...rename('phone', 'contact'), stream: 'public.orders' }
  expect(inPeople('phone', ofOther, mask('contact'))).toBe(false)
})

it('a masked column that may come from a joined table is masked there, too', () => {
  const join = { type: 'join', settings: { stream: 'public.accounts', on: [] }, stream: 'public.people' } as const
  expect(isMasked('iban', 'public.accounts', join, mask('iban', 'public.people'))).toBe(true)
})

const MASKED = maskedColumns([flow(mask('email'))], ['elsewhere'])
const from = (column: string, isMasked = false) => ({ entity: 'public.people', column, ...(isMasked && { isMasked }) })

it('no assistant sees a column that is made from a masked one, unless it is masked here as well', () => {
  const origins = [
    { name: 'id', from: [from('id')] },
    { name: 'contact', from: [from('email')] },
    { name: 'hash', from: [from('email', true)] },
    { name: 'both', from: [from('email', true), from('email')] },
    { name: 'rows', from: [] },
  ]
  expect(withheldColumns(['id', 'contact', 'hash', 'both', 'rows'], origins, MASKED)).toEqual(['contact', 'both'])
})

it('no assistant sees a column of which nobody knows where it comes from', () => {
  expect(withheldColumns(['id', 'note'], [{ name: 'id', from: [from('id')] }], MASKED)).toEqual(['note'])
  expect(withheldColumns(['id'], undefined, MASKED)).toEqual(['id'])
})

it('a column of a view is masked as those of the tables behind it are, and where nobody knows them, as soon as one column is', () => {
  const here = maskedColumns([flow(mask('email'))], ['shop'])
  const view = (behind: readonly string[] | 'unknown') => [
    { name: 'contact', from: [{ entity: 'public.contacts', column: 'contact', behind }] },
  ]
  expect(withheldColumns(['contact'], view(['id', 'Email']), here)).toEqual(['contact'])
  expect(withheldColumns(['contact'], view(['id']), here)).toEqual([])
  expect(withheldColumns(['contact'], view('unknown'), here)).toEqual(['contact'])
  expect(withheldColumns(['contact'], view('unknown'), MASKED)).toEqual([])
})
