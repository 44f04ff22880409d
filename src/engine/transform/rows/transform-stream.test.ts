import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { says } from '../../../../test/support/says.ts'
import { RowDecoder } from '../../formats/common-text/row-decoder.ts'
import { RowEncoder } from '../../formats/common-text/row-encoder.ts'
import { isInternalError } from '../../ports/internal-error.ts'
import type { SourceColumn } from '../../ports/source.ts'
import type { Field, ValueType } from '../../ports/value-type.ts'
import { type Step, StepError } from '../columns/step.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { type BoundSteps, bindSteps, type StepsInput } from '../steps/bind-steps.ts'
import { type ReadRows, StreamTransform } from './transform-stream.ts'

const TEXT: ValueType = { kind: 'text' }
const INTEGER: ValueType = { kind: 'integer', bits: 64 }
const DECIMAL: ValueType = { kind: 'decimal' }

const column = (name: string, value: ValueType = TEXT): SourceColumn => ({
  name,
  type: value.kind,
  value,
  nullable: true,
})

const ORDERS: StepsInput = {
  entity: 'orders',
  columns: [column('id', INTEGER), column('email'), column('total', DECIMAL)],
}
const ROWS: readonly (readonly Field[])[] = [
  ['1', 'ada@example.com', '12.50'],
  ['2', null, '7'],
  ['3', 'tab\there \\ and\nthere', '100.000000000001'],
  ['4', 'ada@example.com', null],
]
const CUSTOMERS: StepsInput = { entity: 'customers', columns: [column('email'), column('name')] }

const TEXTS: StepsInput = { entity: 'texts', columns: [column('n', INTEGER), column('a'), column('b')] }

const characters = fc.oneof(
  fc.constantFrom('\ufeff', '\\', '\\N', '\b', '\t', '\n', '\v', '\f', '\r', 'b', 'n', 'v', '\u0001'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
)
const text = fc.option(fc.array(characters, { maxLength: 6 }).map((pieces) => pieces.join('')))

let duckdb: OpenDuckdb

beforeAll(async () => {
  duckdb = await openDuckdb()
})

afterAll(() => duckdb.close())

let ids = 0
const step = (type: Step['type'], settings: Step['settings']): Step => ({ id: `t${++ids}`, type, settings })

const reading =
  (rows: readonly (readonly Field[])[], { columns }: StepsInput): ReadRows =>
  async (needed, sink) => {
    const encoder = new RowEncoder()
    for (const row of rows) encoder.add(row.filter((_, index) => needed.includes(columns[index]?.name ?? '')))
    const { frames } = encoder.take()
    // Split in the middle, as a network does.
    const piece = frames.length > 100_000 ? 65_537 : 7
    for (let at = 0; at < frames.length; at += piece) {
      if (!sink.write(Buffer.from(frames.subarray(at, at + piece)), 0)) await sink.drained()
    }
    return rows.length
  }

async function bind(steps: readonly Step[], input = ORDERS) {
  const bound = await bindSteps(duckdb.connection, input, steps, {
    entities: ['orders', 'customers'],
    find: (entity) => (entity === 'customers' ? CUSTOMERS : undefined),
  })
  if (bound.failure) throw new StepError(bound.failure.problem)
  return bound
}

async function passed(bound: BoundSteps, rows = ROWS) {
  const { signal } = new AbortController()
  const columns = bound.relations.at(-1)?.relation.columns.map(({ name }) => name) ?? []
  const stream = await StreamTransform.open({ steps: bound, columns, salt: 'pepper', signal, folder: tmpdir() })
  const decoder = new RowDecoder()
  const made: (readonly Field[])[] = []
  try {
    await stream.run(
      reading(rows, bound.main),
      () => reading([['ada@example.com', 'Ada']], CUSTOMERS),
      async (frames) => void made.push(...decoder.push(frames)),
    )
  } finally {
    await stream.close()
  }
  return { columns, made }
}

const transform = async (steps: readonly Step[], rows = ROWS, input = ORDERS) => passed(await bind(steps, input), rows)

const made = async (steps: readonly Step[], rows = ROWS, input = ORDERS) => (await transform(steps, rows, input)).made

describe('rows that pass steps', () => {
  it('keep every character of what no step works with', async () => {
    expect(await made([step('filter', { where: 'id > 0 -- all of them' })])).toEqual(ROWS)
  })

  it('are the same texts after a query has made each anew, whatever is in them', async () => {
    const anew = await bind([step('sql', { query: 'SELECT DISTINCT ON (n) * FROM input ORDER BY n' })], TEXTS)
    expect(anew.isRowWise).toBe(false)
    const rows = fc.array(fc.tuple(text, text), { minLength: 50, maxLength: 100 })
    await fc.assert(
      fc.asyncProperty(rows, async (texts) => {
        const numbered = texts.map(([a, b], n) => [String(n), a, b])
        expect((await passed(anew, numbered)).made).toEqual(numbered)
      }),
      { numRuns: 10 },
    )
  })

  it('are the same one by one as all at once, whatever changes them', async () => {
    const change = fc.constantFrom<Parameters<typeof step>>(
      ['filter', { where: "a IS NULL OR a NOT LIKE '%b%'" }],
      ['filter', { where: 'n % 3 <> 0' }],
      ['compute', { columns: [{ name: 'a', expression: "a || chr(9) || coalesce(b, '')" }] }],
      [
        'compute',
        {
          columns: [
            { name: 'm', expression: 'n * 2' },
            { name: 'row', expression: 'to_json(n)' },
          ],
        },
      ],
      [
        'mask',
        {
          columns: [
            { column: 'b', method: 'hash' },
            { column: 'a', method: 'redact' },
          ],
        },
      ],
      ['mask', { columns: [{ column: 'b', method: 'partial' }] }],
      ['cast', { columns: [{ column: 'n', type: 'double' }] }],
      ['cast', { columns: [{ column: 'n', type: 'integer' }] }],
      ['select', { columns: ['b', 'n', 'a'] }],
      ['sql', { query: "SELECT b AS a, n, a AS b, upper(a) AS loud FROM input AS i WHERE i.n > 10 AND loud <> 'B'" }],
      ['sql', { query: "SELECT n, * EXCLUDE (n), CASE WHEN b IN ('b', 'n') THEN n END AS k FROM input" }],
      ['sql', { query: 'SELECT a AS twice, * FROM input -- all' }],
    )
    const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), rows, async (changes, texts) => {
        const numbered = texts.map(([a, b], n) => [String(n), a, b])
        const steps = changes.map(([type, settings]) => step(type, settings))
        // Two of them may give the same name twice, which is refused.
        const bound = await bind(steps, TEXTS).catch(() => undefined)
        fc.pre(bound !== undefined)
        expect(bound.isRowWise).toBe(true)
        const whole = await passed({ ...bound, isRowWise: false }, numbered)
        expect(await passed(bound, numbered)).toEqual(whole)
      }),
      { numRuns: 12 },
    )
  })

  it.each([
    ['SELECT *, upper(email) AS loud FROM input WHERE total > 1', true],
    ['FROM input', true],
    ['SELECT i.id, i.email AS mail FROM input i WHERE mail IS NOT NULL', true],
    ['SELECT count(*) AS n FROM input', false],
    ['SELECT *, row_number() OVER () AS n FROM input', false],
    ['SELECT DISTINCT id FROM input', false],
    ['SELECT id FROM input ORDER BY id', false],
    ['SELECT id FROM input LIMIT 1', false],
    ['SELECT id FROM input GROUP BY id', false],
    ['SELECT id, unnest([1, 2]) AS n FROM input', false],
    ['SELECT id, random() AS n FROM input', false],
    ['SELECT id FROM input WHERE id = (SELECT max(id) FROM input)', false],
    ['SELECT id FROM input UNION ALL SELECT id FROM input', false],
    ['WITH x AS (FROM input) FROM x', false],
    ['SELECT id FROM input USING SAMPLE 1', false],
    ['SELECT id FROM input QUALIFY row_number() OVER () = 1', false],
    ['SELECT input AS doc FROM input', false],
    ['SELECT COLUMNS(*) FROM input', false],
    ['SELECT geomean(id) AS n FROM input', false],
    ['SELECT id, 9223372036854775807 AS n FROM input', false],
  ])('pass a query one by one where it makes each of one: %s is %s', async (query, isRowWise) => {
    expect((await bind([step('sql', { query })])).isRowWise).toBe(isRowWise)
  })

  it('are read no further than a step works with them, or they leave', async () => {
    const unheld = [['1', 'a', '1e9999']]
    const query = step('sql', { query: 'SELECT *, upper(email) AS loud FROM input WHERE id > 0' })
    expect(await made([query], unheld)).toEqual([['1', 'a', '1e9999', 'A']])
    const counted = step('aggregate', { by: [], measures: [{ function: 'count', name: 'n' }] })
    expect(await made([counted], unheld)).toEqual([['1']])
  })

  it('lose the columns that were not chosen, and take them in the order that was', async () => {
    const { columns, made } = await transform([
      step('select', { columns: ['total', 'id'] }),
      step('rename', { columns: [{ column: 'total', to: 'Sum "net"' }] }),
    ])
    expect(columns).toEqual(['Sum "net"', 'id'])
    expect(made[0]).toEqual(['12.50', '1'])
  })

  it('are computed with from their exact values', async () => {
    const compute = (expression: string) => [step('compute', { columns: [{ name: 'x', expression }] })]
    const x = async (expression: string) =>
      (await made([...compute(expression), step('select', { columns: ['x'] })], ROWS.slice(0, 1)))[0]
    expect(await x('total * 3')).toEqual(['37.5'])
    expect(await x('total + 0.25')).toEqual(['12.75'])
    expect(await x('9223372036854775806 + id')).toEqual(['9223372036854775807'])
    expect(await x("{'a': [1, NULL], 'b': email}")).toEqual(['{"a":[1,null],"b":"ada@example.com"}'])
    expect(await x("TIMESTAMPTZ '2024-03-31 02:30:00.123456+02'")).toEqual(['2024-03-31 00:30:00.123456+00'])
    expect(await x("'a' || chr(9) || chr(92) || 'N'")).toEqual(['a\t\\N'])
    expect(await x("'\\x41\\x00'::BLOB")).toEqual(['\\x4100'])
    expect(await x('id / 2.0')).toEqual(['0.5'])
    expect(await x('id > 0')).toEqual(['t'])
  })

  it('are masked: hashed with the salt, emptied, or shown at the end only', async () => {
    const mask = (method: string) => made([step('mask', { columns: [{ column: 'email', method }] })])
    const emails = async (method: string) => (await mask(method)).map((row) => row[1])
    expect(await emails('partial')).toEqual(['***********.com', null, '****************here', '***********.com'])
    expect(await emails('redact')).toEqual([null, null, null, null])
    const hash = createHash('sha256').update('pepperada@example.com').digest('hex')
    expect(await emails('hash')).toEqual([hash, null, expect.stringMatching(/^[0-9a-f]{64}$/), hash])
  })

  it('keep a byte order mark where a text begins with one', async () => {
    const marked = [['\ufeff', '\ufeffb', 'c']]
    const texts = { entity: 'texts', columns: [column('a'), column('b'), column('c')] }
    const sort = step('sort', { by: [{ column: 'b', direction: 'ascending' }] })
    expect(await made([sort], marked, texts)).toEqual(marked)
  })

  it('are joined, grouped, sorted, cut off and queried', async () => {
    const join = step('join', { stream: 'customers', rows: 'matching', on: [{ column: 'email', other: 'email' }] })
    expect(await made([join, step('select', { columns: ['id', 'name'] })])).toEqual([
      ['1', 'Ada'],
      ['4', 'Ada'],
    ])
    const all = step('join', { stream: 'customers', rows: 'all', on: [{ column: 'email', other: 'email' }] })
    expect(await made([all, step('sort', { by: [{ column: 'id', direction: 'ascending' }] })])).toEqual(
      ROWS.map((row, index) => [...row, index % 3 === 0 ? 'Ada' : null]),
    )
    expect(
      await made([
        step('aggregate', { by: ['email'], measures: [{ function: 'count', name: 'orders' }] }),
        step('sort', { by: [{ column: 'orders', direction: 'descending' }] }),
        step('limit', { rows: 1 }),
      ]),
    ).toEqual([['ada@example.com', '2']])
    const keep = [{ column: 'id', direction: 'descending' }]
    const last = await made([step('deduplicate', { by: ['email'], keep }), step('sort', { by: keep })])
    expect(last.map(([id]) => id)).toEqual(['4', '3', '2'])
    expect(await made([step('sql', { query: 'select sum(id) s, count(*) n from input' })])).toEqual([['10', '4']])
  })

  it('are numbered and compared among all of them, however many batches they are', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => [String(n + 1), 'x'.repeat(100), '1'])
    const numbered = step('compute', {
      columns: [
        { name: 'nr', expression: 'row_number() OVER (ORDER BY id)' },
        { name: 'last', expression: 'max(id) OVER ()' },
      ],
    })
    const bound = await bind([step('filter', { where: 'id > 0' }), numbered])
    expect(bound).toMatchObject({ isRowWise: false, isTraceable: false })
    const others = (await passed(bound, rows)).made.filter(([id, , , nr, last]) => id !== nr || last !== '40000')
    expect(others).toEqual([])
  })

  it('keep their first row alone where a value appears again', async () => {
    const sort = step('sort', { by: [{ column: 'id', direction: 'ascending' }] })
    expect(await made([step('deduplicate', { by: ['email'] }), sort])).toEqual(ROWS.slice(0, 3))
  })

  it.each([
    ['duplicates', []],
    ['a join', [step('join', { stream: 'customers', rows: 'all', on: [{ column: 'email', other: 'email' }] })]],
    ['computed numbers', [step('compute', { columns: [{ name: 'id', expression: 'id * 2' }] })]],
  ] satisfies [string, Step[]][])('lose columns that nobody needs after %s', async (_, steps) => {
    const distinct = [step('deduplicate', { by: ['email'] }), step('select', { columns: ['email'] })]
    const emails = (await made([...steps, ...distinct])).map(([email]) => String(email))
    expect(new Set(emails)).toEqual(new Set(ROWS.map(([, email]) => String(email))))
    expect(emails).toHaveLength(3)
  })

  it('end with our own fault where a step reads a column that it was not expected to need', async () => {
    const bound = await bind([step('filter', { where: 'total > 0' }), step('select', { columns: ['id'] })])
    await expect(passed({ ...bound, used: new Set() })).rejects.toSatisfy(isInternalError)
  })
})

describe('rows that were sorted, or are cut off,', () => {
  const SORTED = step('sort', { by: [{ column: 'total', direction: 'descending' }] })
  const FIRST_FIVE = step('limit', { rows: 5 })
  const rows = Array.from({ length: 6_000 }, (_, n) => [
    String(n),
    n % 500 === 7 ? 'ada@example.com' : `${(n * 7919) % 6_007}`,
    String((n * 31) % 6_011),
  ])
  const sorted = rows.toSorted((one, other) => Number(other[2]) - Number(one[2]))

  it.each([
    [
      'numbers among others',
      step('compute', { columns: [{ name: 'place', expression: 'count(*) OVER (PARTITION BY email)' }] }),
    ],
    ['removed duplicates', step('deduplicate', { by: ['email'], keep: [{ column: 'id', direction: 'ascending' }] })],
    ['partners', step('join', { stream: 'customers', on: [{ column: 'email', other: 'email' }], rows: 'all' })],
  ])('keep their order with %s', async (_, mixing) => {
    const ids = (some: readonly (readonly Field[])[]) => some.map(([id]) => id)
    const unique =
      mixing.type === 'deduplicate'
        ? ({ 1: email = '', 0: id }: readonly string[]) => email !== 'ada@example.com' || id === '7'
        : () => true
    const wanted = ids(sorted.filter(unique))
    expect(ids(await made([SORTED, mixing], rows))).toEqual(wanted)
    expect(ids(await made([SORTED, mixing, FIRST_FIVE], rows))).toEqual(wanted.slice(0, 5))
    expect(ids(await made([mixing, FIRST_FIVE], rows))).toEqual(['0', '1', '2', '3', '4'])
  })
})

describe('rows beyond a limit', () => {
  /** Continues until it is told to stop. */
  const endless: ReadRows = async (_, sink, signal) => {
    const encoder = new RowEncoder()
    for (let n = 1; !signal.aborted; n++) {
      if (!encoder.add([String(n)])) continue
      const { frames, rows } = encoder.take()
      if (!sink.write(frames, rows)) await sink.drained()
      await new Promise(setImmediate)
    }
    throw signal.reason
  }
  const ofEndless = async (...steps: readonly Step[]) => {
    const bound = await bind(steps, { entity: 'numbers', columns: [column('n', INTEGER)] })
    const stream = await StreamTransform.open({
      steps: bound,
      columns: ['n'],
      salt: '',
      signal: new AbortController().signal,
      folder: tmpdir(),
    })
    const decoder = new RowDecoder()
    const left: (readonly Field[])[] = []
    const passOn = async (frames: Buffer) => void left.push(...decoder.push(frames))
    try {
      const read = await stream.run(endless, () => endless, passOn)
      return { read, left: left.map(([n]) => n) }
    } finally {
      await stream.close()
    }
  }
  const limit = (rows: number) => step('limit', { rows })

  it('are not read, whatever comes behind it', async () => {
    const sort = step('sort', { by: [{ column: 'n', direction: 'descending' }] })
    expect(await ofEndless(limit(3))).toEqual({ read: 3, left: ['1', '2', '3'] })
    expect(await ofEndless(limit(3), sort)).toEqual({ read: 3, left: ['3', '2', '1'] })
    const even = step('filter', { where: 'n % 2 = 0' })
    expect(await ofEndless(limit(5), limit(8), even, limit(1))).toEqual({ read: 5, left: ['2'] })
  })

  it('end the reading once enough have passed what leaves rows out', async () => {
    const even = step('filter', { where: 'n % 2 = 0 AND n > 200000' })
    const twice = step('compute', { columns: [{ name: 'n', expression: 'n * 2' }] })
    const { read, left } = await ofEndless(even, limit(3), twice)
    expect(left).toEqual(['400004', '400008', '400012'])
    expect(read).toBeGreaterThan(200_005)
  })
})

const cast = (type: string) => step('cast', { columns: [{ column: 'v', type }] })

/** The value after a change of its type; the rule, if it has no such value. */
async function castTo(type: string, value: ValueType, field: string) {
  const input = { entity: 'values', columns: [column('v', value)] }
  return made([cast(type)], [[field]], input).then(
    ([row]) => row?.[0],
    (error) => error.problem.code,
  )
}

describe('a value of another type', () => {
  const REFUSED = 'VALUE_NOT_REPRESENTABLE'

  it.each([
    ['9007199254740993', REFUSED],
    ['9007199254740992', '9007199254740992'],
    ['4611686018427387904', '4.611686018427388e+18'],
    ['16777217', '16777217'],
    ['-100', '-100'],
  ])('has all digits as a floating-point number: %s', async (field, expected) => {
    for (const value of [TEXT, INTEGER, DECIMAL]) expect(await castTo('double', value, field)).toBe(expected)
  })

  it.each([
    ['0.1', '0.1'],
    ['123456789.123456789012345', REFUSED],
    ['1e-400', REFUSED],
    ['1e400', REFUSED],
    ['1.50e3', '1500'],
    ['-inf', '-Infinity'],
  ])('has all digits as a floating-point number: %s', async (field, expected) => {
    expect(await castTo('double', TEXT, field)).toBe(expected)
  })

  it.each([
    [{ kind: 'float', bits: 32 }, '0.1', '0.1'],
    [{ kind: 'float', bits: 64 }, 'NaN', REFUSED],
    [{ kind: 'bytes' }, '\\x00ff', '"\\\\x00ff"'],
    [{ kind: 'date' }, '0044-03-15', '"0044-03-15"'],
    [{ kind: 'decimal', precision: 20, scale: 2 }, '123456789012345678.10', '123456789012345678.10'],
    [{ kind: 'boolean' }, 't', 'true'],
    [{ kind: 'bits' }, '0101', '"0101"'],
    [TEXT, 'Infinity', REFUSED],
  ] satisfies [ValueType, string, string][])(
    'is written in JSON as everywhere else (%o)',
    async (value, field, json) => {
      expect(await castTo('json', value, field)).toBe(json)
    },
  )

  it.each(['integer', 'decimal', 'double'])('of bits is their number (%s)', async (type) => {
    expect(await castTo(type, { kind: 'bits' }, '00000101')).toBe('5')
  })
})

describe('a value that cannot be held exactly', () => {
  it('ends the run with its row, column and rule, once a step works with it', async () => {
    await expect(made([step('filter', { where: 'total > 1' })])).rejects.toMatchObject({
      problem: {
        code: 'VALUE_NOT_REPRESENTABLE',
        message: says(expect.stringMatching(/^orders: row 3, column "total"/)),
      },
    })
  })

  it('is named by its row among all that were read, however many batches came before', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => [
      String(n + 1),
      'x'.repeat(100),
      n === 39_998 ? '0.12345678901' : '1',
    ])
    const gross = step('compute', { columns: [{ name: 'gross', expression: 'total * 2' }] })
    await expect(made([gross], rows)).rejects.toMatchObject({
      problem: { message: says(expect.stringMatching(/^orders: row 39,999, column "total"/)) },
    })
  })

  it('ends the run with the step that was to change its type', async () => {
    const cast = step('cast', { columns: [{ column: 'email', type: 'integer' }] })
    await expect(made([cast])).rejects.toMatchObject({
      problem: {
        message: says('orders: row 1, column "email": the value is no whole number of 64 bits.'),
        node: cast.id,
      },
    })
  })
})
