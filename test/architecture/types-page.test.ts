import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { bigqueryColumns } from '../../src/engine/connectors/bigquery/bigquery-column.ts'
import { columnTypeFor as mysqlType } from '../../src/engine/connectors/mysql/schema/column-type-for.ts'
import { columnTypeFor as postgresType } from '../../src/engine/connectors/postgres/schema/column-type-for.ts'
import type { ValueType } from '../../src/engine/ports/value-type.ts'
import { MYSQL_PROBES } from '../engine/mysql-probes.ts'
import { TYPE_PROBES } from '../engine/type-probes.ts'

const page = readFileSync(new URL('../../docs/types.md', import.meta.url), 'utf8')

/** A kind that is new does not compile without its values here. */
const VALUES: { readonly [K in ValueType['kind']]: readonly Extract<ValueType, { kind: K }>[] } = {
  boolean: [{ kind: 'boolean' }],
  integer: [16, 32, 64].map((bits) => ({ kind: 'integer', bits })),
  decimal: [{ kind: 'decimal' }, { kind: 'decimal', precision: 14, scale: 2 }],
  float: [
    { kind: 'float', bits: 32 },
    { kind: 'float', bits: 64 },
  ],
  text: [{ kind: 'text' }, { kind: 'text', length: 5 }],
  bytes: [{ kind: 'bytes' }],
  date: [{ kind: 'date' }],
  time: [{ kind: 'time', precision: 6 }],
  timestamp: [
    { kind: 'timestamp', precision: 6, zoned: false },
    { kind: 'timestamp', precision: 6, zoned: true },
  ],
  interval: [{ kind: 'interval' }],
  uuid: [{ kind: 'uuid' }],
  json: [{ kind: 'json' }],
  bits: [{ kind: 'bits', length: 9 }],
  other: [{ kind: 'other' }],
}

const values: readonly ValueType[] = Object.values(VALUES).flat()

const base = (type: string) => type.replace(/\(.*?\)/g, '').trim()
const typesOnPage = new Set([...page.matchAll(/`([^`]+)`/g)].map(([, text = '']) => base(text)))
const missing = (types: readonly string[]) => [...new Set(types.map(base))].filter((type) => !typesOnPage.has(type))

it('every type that is tried as a source has its line on the page of types', () => {
  const lines = new Set([...page.matchAll(/^\| `(.+?)` \|/gm)].map(([, type]) => type))
  const tried = [...TYPE_PROBES, ...MYSQL_PROBES].map(({ type }) => type)
  expect(tried.filter((type) => !lines.has(type))).toEqual([])
})

it.each([
  ['Postgres', (value: ValueType) => postgresType(value)],
  ['MySQL', (value: ValueType) => mysqlType(value, { isMariaDb: true })],
  ['BigQuery', (value: ValueType) => bigqueryColumns([{ name: 'v', type: '', nullable: true, value }])[0]?.type ?? ''],
])('every type that a column in %s can get is on the page of types', (_, typeOf) => {
  expect(missing(values.map(typeOf))).toEqual([])
})
