import { beforeEach, describe, expect, it } from 'vitest'

import { inEnglish } from '../../src/core/catalog/sentence.ts'
import type { MoveResult } from '../../src/engine/move/run/move-request.ts'
import type { StreamRequest, StreamState } from '../../src/engine/move/run/stream-request.ts'
import type { Step } from '../../src/engine/transform/columns/step.ts'
import { says } from '../support/says.ts'
import { givenTwoDatabases } from './given-two-databases.ts'
import { type Database, moveBetween, problems, run, statuses } from './move-between.ts'

let source: Database
let destination: Database
let memory: StreamState | undefined
let notes: string[]

givenTwoDatabases((ends) => {
  ;({ source, destination } = ends)
})

beforeEach(async () => {
  memory = undefined
  await run(
    source,
    'CREATE TABLE t (id int PRIMARY KEY, v varchar(5), n numeric(6,2), old text)',
    `INSERT INTO t VALUES (1, 'one', 1.25, 'x')`,
  )
})

/** A run that knows what the last one that succeeded knew. */
async function runOnce(over: Partial<StreamRequest> = {}, steps: readonly Step[] = []): Promise<MoveResult> {
  notes = []
  let described: StreamState | undefined
  const result = await moveBetween(
    source,
    destination,
    [{ entity: 'public.t', target: 'public.t', mode: 'upsert', ...over }],
    {
      stateOf: () => memory,
      ...(steps.length > 0 && { transformations: { steps, salt: 'pepper' } }),
      onEvent: (event) => {
        if (event.kind === 'columns')
          described = { columns: event.columns, ...(event.target && { target: event.target.map(({ name }) => name) }) }
        if (event.kind === 'log') notes.push(inEnglish(event.message))
      },
    },
  )
  if (result.streams[0]?.status === 'succeeded' && described) memory = described
  return result
}

const columns = async () =>
  (
    await run(
      destination,
      `SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod) AS c FROM pg_attribute a
       WHERE a.attrelid = 't'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`,
    )
  ).map(({ c }) => c)

const grow = () =>
  run(
    source,
    `ALTER TABLE t ALTER id TYPE bigint, ALTER v TYPE text, ALTER n TYPE numeric(9,4), ADD at timestamptz NOT NULL DEFAULT '2024-01-01Z'`,
    `INSERT INTO t VALUES (5000000000, 'longer than five', 12345.6789, 'y')`,
  )
const GROWN = ['id bigint', 'v text', 'n numeric(9,4)', 'old text', 'at timestamp with time zone']
const rows = () => run(destination, 'SELECT to_jsonb(t) AS row FROM t ORDER BY id')
const sourceRows = () => run(source, 'SELECT to_jsonb(t) AS row FROM t ORDER BY id')

describe('when the source grew', () => {
  it.each(['replace', 'upsert'] as const)('the target follows (%s), and every value arrives', async (mode) => {
    expect(statuses(await runOnce({ mode }))).toEqual(['succeeded'])
    await grow()
    expect(problems(await runOnce({ mode }))).toEqual([undefined])
    expect(await columns()).toEqual(GROWN)
    expect(await rows()).toEqual(await sourceRows())
    expect(notes.join(' ')).toContain('gets new columns: at (timestamp with time zone)')
    expect(notes.join(' ')).toContain('become wider: id (bigint), v (text), n (numeric(9,4))')
  })

  it('a number with more digits behind the point and fewer before it gets a column that holds both', async () => {
    await run(source, "INSERT INTO t VALUES (2, 'two', 9999.99, 'z')")
    expect(statuses(await runOnce())).toEqual(['succeeded'])
    await run(
      source,
      'DELETE FROM t WHERE id = 2',
      'ALTER TABLE t ALTER n TYPE numeric(6,4)',
      "INSERT INTO t VALUES (3, 'three', 12.3456, 'y')",
    )
    expect(problems(await runOnce())).toEqual([undefined])
    expect(notes.join(' ')).toContain('become wider: n (numeric(8,4))')
    expect(await run(destination, 'SELECT id, n FROM t ORDER BY id')).toEqual([
      { id: '1', n: '1.2500' },
      { id: '2', n: '9999.9900' },
      { id: '3', n: '12.3456' },
    ])
  })

  it('a run without memory names the type that would hold both', async () => {
    await runOnce()
    memory = undefined
    await run(source, 'ALTER TABLE t ALTER n TYPE numeric(6,4)')
    expect(problems(await runOnce({ mode: 'upsert' }))[0]).toMatchObject({
      code: 'TARGET_MISMATCH',
      message: says(expect.stringContaining('column "n" is numeric(6,2), but the stream has numeric(6,4)')),
      columns: [{ name: 'n', is: 'narrow', type: 'numeric(8,4)' }],
    })
  })

  it('the target follows (append) and old rows have no value in the new column', async () => {
    await run(source, 'ALTER TABLE t DROP CONSTRAINT t_pkey')
    await runOnce({ mode: 'append' })
    await grow()
    expect(problems(await runOnce({ mode: 'append' }))).toEqual([undefined])
    expect(await columns()).toEqual(GROWN)
    expect(await run(destination, 'SELECT id, at IS NULL AS empty FROM t ORDER BY id, at NULLS FIRST')).toEqual([
      { id: '1', empty: 't' },
      { id: '1', empty: 'f' },
      { id: '5000000000', empty: 'f' },
    ])
  })

  it('a run that continues says that earlier rows have no value in the new column, and a backfill brings it', async () => {
    const cursor = { column: 'id' }
    await run(source, "INSERT INTO t VALUES (20000, 'late')")
    await runOnce({ cursor })
    await run(
      source,
      "ALTER TABLE t ADD at timestamptz NOT NULL DEFAULT '2024-01-01Z'",
      "INSERT INTO t VALUES (20001, 'new')",
    )
    expect(problems(await runOnce({ cursor: { ...cursor, after: '20000' } }))).toEqual([undefined])
    expect(notes).toContain('Rows that this run does not read have no value yet in at: a backfill reads them again.')
    expect(await run(destination, 'SELECT id FROM t WHERE at IS NULL')).toEqual([{ id: '1' }])

    await runOnce({ cursor, selection: { kind: 'part' } })
    expect(await rows()).toEqual(await sourceRows())
    expect(notes.join(' ')).not.toContain('no value yet')
  })

  it('the target follows (replace) also where views keep the table in its place', async () => {
    await runOnce({ mode: 'replace' })
    await run(destination, 'CREATE VIEW shown AS SELECT old FROM t')
    await grow()
    expect(problems(await runOnce({ mode: 'replace' }))).toEqual([undefined])
    expect(await rows()).toEqual(await sourceRows())
    expect(await run(destination, 'SELECT count(*) AS rows FROM shown')).toEqual([{ rows: '2' }])
  })

  it('a view that shows a column in the way is named before anything is read', async () => {
    await runOnce()
    await run(destination, 'CREATE VIEW shown AS SELECT v FROM t')
    await grow()
    const { streams } = await runOnce()
    expect(streams[0]).toMatchObject({ rowsRead: 0, error: { code: 'TARGET_IN_USE' } })
    expect(streams[0]?.error?.message).toEqual(says(expect.stringContaining('shown')))
  })

  it('nothing of it stays when the run fails', async () => {
    await runOnce()
    await run(destination, `ALTER TABLE t ADD CONSTRAINT c CHECK (id < 100)`)
    await grow()
    expect(problems(await runOnce())).toMatchObject([{ code: 'CONSTRAINT' }])
    expect(await columns()).toEqual(['id integer', 'v character varying(5)', 'n numeric(6,2)', 'old text'])
  })

  it.each(['replace', 'upsert'] as const)(
    'new columns are left out by "ignore" (%s), in every run, and said',
    async (mode) => {
      await runOnce({ mode })
      await run(source, 'ALTER TABLE t ADD more int')
      for (const _ of [1, 2]) {
        expect(problems(await runOnce({ mode, drift: 'ignore' }))).toEqual([undefined])
        expect(notes.join(' ')).toContain('New columns of the source are left out: more.')
      }
      expect(await columns()).not.toContain('more integer')
      expect(problems(await runOnce({ mode, drift: 'follow' }))).toEqual([undefined])
      expect(await columns()).toContain('more integer')
    },
  )

  it.each(['replace', 'upsert'] as const)('"stop" names each column and the choices (%s)', async (mode) => {
    await runOnce({ mode, drift: 'stop' })
    await run(source, 'ALTER TABLE t ADD more int, DROP old, ALTER id TYPE bigint')
    const { streams } = await runOnce({ mode, drift: 'stop' })
    expect(streams[0]).toMatchObject({
      rowsRead: 0,
      error: {
        code: 'SCHEMA_CHANGED',
        message: says(
          'The columns of public.t have changed since the last run: "more" was added; "old" was removed; "id" was integer and is now bigint.',
        ),
      },
    })
    expect(problems(await runOnce({ mode, drift: 'stop', columns: ['v', 'n'], key: ['v'] }))[0]?.code).not.toBe(
      'SCHEMA_CHANGED',
    )
  })
})

describe('when more columns are chosen than before', () => {
  const chosen = (...names: string[]) => ({ columns: ['id', ...names] })

  it('the target gets them, and rows that come have their values', async () => {
    await runOnce(chosen('v'))
    await run(source, `UPDATE t SET v = 'uno'`)
    expect(problems(await runOnce(chosen('v', 'n')))).toEqual([undefined])
    expect(await columns()).toEqual(['id integer', 'v character varying(5)', 'n numeric(6,2)'])
    expect(await run(destination, 'SELECT * FROM t')).toEqual([{ id: '1', v: 'uno', n: '1.25' }])
    expect(notes.join(' ')).toContain('gets new columns: n (numeric(6,2))')
  })

  it('the target gets them also when all are chosen', async () => {
    await runOnce(chosen('v'))
    expect(problems(await runOnce())).toEqual([undefined])
    expect(await columns()).toEqual(['id integer', 'v character varying(5)', 'n numeric(6,2)', 'old text'])
  })

  it('they are no change of the source, at which "stop" would stop', async () => {
    await run(source, 'ALTER TABLE t ADD later int')
    await runOnce(chosen('v'))
    expect(problems(await runOnce({ ...chosen('v'), drift: 'stop' }))).toEqual([undefined])
  })
})

describe('when the source has less', () => {
  it.each(['replace', 'upsert'] as const)(
    'a column that is gone stays in the target (%s), run after run',
    async (mode) => {
      await runOnce({ mode })
      await run(source, 'ALTER TABLE t DROP old', `INSERT INTO t VALUES (2, 'two', 2)`)
      expect(problems(await runOnce({ mode }))).toEqual([undefined])
      expect(notes).toContain(
        mode === 'upsert'
          ? 'The source no longer has old. New rows have no value there; rows that are updated by their key keep the old one.'
          : 'The source no longer has old. The rows of this run have no value there.',
      )
      expect(problems(await runOnce({ mode }))).toEqual([undefined])
      expect(await run(destination, 'SELECT old FROM t WHERE id = 2')).toEqual([{ old: null }])
    },
  )

  it('a column that the target must have is refused, with the choices', async () => {
    await runOnce()
    await run(destination, 'ALTER TABLE t ALTER old SET NOT NULL')
    await run(source, 'ALTER TABLE t DROP old')
    expect(problems(await runOnce())).toMatchObject([
      { code: 'TARGET_MISMATCH', message: says(expect.stringContaining('is NOT NULL and has no default')) },
    ])
  })

  it('a narrower column goes on into the wider one, and one that would be changed is refused', async () => {
    await run(source, 'ALTER TABLE t ALTER id TYPE bigint, ALTER n TYPE numeric(9,4)')
    await runOnce()
    await run(source, 'ALTER TABLE t ALTER id TYPE int')
    expect(problems(await runOnce())).toEqual([undefined])
    expect((await columns())[0]).toBe('id bigint')
    await run(source, 'ALTER TABLE t ALTER n TYPE real')
    expect(problems(await runOnce())).toMatchObject([
      {
        code: 'TARGET_MISMATCH',
        message: says(expect.stringContaining('column "n" is numeric(9,4), but the stream has real')),
      },
    ])
  })
})

describe('when a column of the source was renamed', () => {
  const renamed = () =>
    memory?.columns?.flatMap(({ name, renamedTo, renamedAt }) =>
      renamedTo === undefined ? [] : [`${name} → ${renamedTo} at ${typeof renamedAt}`],
    )

  it.each(['follow', 'ignore'] as const)(
    'its new name is remembered (%s), until a step gives it the former one',
    async (drift) => {
      await runOnce({ drift })
      await run(source, 'ALTER TABLE t RENAME old TO past')
      for (const _ of [1, 2]) {
        await runOnce({ drift })
        expect(renamed()).toEqual(['old → past at string'])
      }
      const rename = { id: 'r', type: 'rename', settings: { columns: [{ column: 'past', to: 'old' }] } } as const
      await runOnce({ drift, columns: ['id', 'v', 'n', 'past'] }, [rename])
      expect(renamed()).toEqual([])
    },
  )

  it.each([
    ['replace', ['1', 'one', '1.25', 'x', null]],
    ['upsert', ['1', 'one', '1.25', 'x']],
  ] as const)(
    'a dry run tells that the former column gets no values (%s), and the new one does',
    async (mode, after) => {
      await runOnce({ mode })
      await run(source, 'ALTER TABLE t RENAME old TO past')
      let told: unknown
      await moveBetween(source, destination, [{ entity: 'public.t', target: 'public.t', mode }], {
        stateOf: () => memory,
        dry: true,
        onEvent: (event) => {
          if (event.kind === 'dry-run') told = event.result
        },
      })
      expect(told).toMatchObject({
        difference: { created: 0, changed: 1, removed: 0, unchanged: 0 },
        columns: ['id', 'v', 'n', 'past', ...(mode === 'replace' ? ['old'] : [])],
        sample: [{ before: ['1', 'one', '1.25', null, ...(mode === 'replace' ? ['x'] : [])], after }],
      })
    },
  )

  it('nothing is remembered once the source has the former name again', async () => {
    await runOnce()
    await run(source, 'ALTER TABLE t RENAME old TO past')
    await runOnce()
    await run(source, 'ALTER TABLE t RENAME past TO old')
    await runOnce()
    expect(renamed()).toEqual([])
  })
})

describe('when somebody dropped a column of the target', () => {
  const MISSING = {
    code: 'TARGET_MISMATCH',
    message: says('The table public.t does not fit: column "old" (text) is missing.'),
    hint: says('Leave "old" out of the stream, or add it to the table.'),
    missing: ['old'],
  }

  it.each([
    ['replace', 'follow'],
    ['append', 'follow'],
    ['upsert', 'follow'],
    ['upsert', 'ignore'],
    ['upsert', 'stop'],
  ] as const)('it is not made again (%s, %s): the run says which it is, and what can be done', async (mode, drift) => {
    await run(source, 'ALTER TABLE t ALTER n TYPE int')
    await runOnce({ mode: 'replace' })
    await run(destination, 'ALTER TABLE t DROP old')
    expect(problems(await runOnce({ mode, drift }))).toMatchObject([MISSING])
    expect(await columns()).toEqual(['id integer', 'v character varying(5)', 'n integer'])
  })

  it('the stream goes on without it, or with it once it is added', async () => {
    await runOnce()
    await run(destination, 'ALTER TABLE t DROP old')
    expect(problems(await runOnce({ columns: ['id', 'v', 'n'] }))).toEqual([undefined])
    await run(destination, 'ALTER TABLE public.t ADD old text')
    expect(problems(await runOnce())).toEqual([undefined])
    expect(await rows()).toEqual(await sourceRows())
  })

  it('and the table itself, it is created with every row', async () => {
    await runOnce({ cursor: { column: 'id' } })
    await run(destination, 'DROP TABLE t')
    expect(problems(await runOnce({ cursor: { column: 'id' } }))).toEqual([undefined])
    expect(await rows()).toEqual(await sourceRows())
  })
})

describe('through steps that rename and compute', () => {
  const steps: readonly Step[] = [
    { id: 'r', type: 'rename', settings: { columns: [{ column: 'v', to: 'words' }] } },
    { id: 'c', type: 'compute', settings: { columns: [{ name: 'double', expression: 'n * 2' }] } },
  ]

  it.each(['replace', 'upsert'] as const)('the target follows in the names that it has (%s)', async (mode) => {
    expect(problems(await runOnce({ mode }, steps))).toEqual([undefined])
    await grow()
    expect(problems(await runOnce({ mode }, steps))).toEqual([undefined])
    expect(await columns()).toEqual(expect.arrayContaining(GROWN.map((column) => column.replace(/^v /, 'words '))))
    expect(await run(destination, 'SELECT words, double, at IS NULL AS empty FROM t ORDER BY id')).toEqual([
      { words: 'one', double: '2.5000', empty: 'f' },
      { words: 'longer than five', double: '24691.3578', empty: 'f' },
    ])
  })

  it('new columns are left out by "ignore", and "stop" says what the source calls them', async () => {
    await runOnce({}, steps)
    await run(source, 'ALTER TABLE t ADD more int')
    expect(problems(await runOnce({ drift: 'ignore' }, steps))).toEqual([undefined])
    expect(await columns()).not.toContain('more integer')
    await run(source, 'ALTER TABLE t ALTER v TYPE text')
    expect(problems(await runOnce({ drift: 'stop' }, steps))).toMatchObject([
      {
        code: 'SCHEMA_CHANGED',
        message: says(expect.stringContaining('"v" was character varying(5) and is now text')),
      },
    ])
  })
})

describe('when the steps of the flow have changed', () => {
  const made: Step = { id: 'm', type: 'compute', settings: { columns: [{ name: 'gross', expression: 'n * 2' }] } }
  const renamed: Step = { id: 'r', type: 'rename', settings: { columns: [{ column: 'v', to: 'word' }] } }

  it.each(['replace', 'upsert'] as const)(
    'the target follows (%s): it gets the columns that they make',
    async (mode) => {
      expect(problems(await runOnce({ mode }))).toEqual([undefined])
      expect(problems(await runOnce({ mode }, [made, renamed]))).toEqual([undefined])
      expect(notes.join(' ')).toContain('gets new columns: ')
      expect(await columns()).toEqual(
        expect.arrayContaining([expect.stringMatching(/^gross numeric/), expect.stringMatching(/^word /)]),
      )
      expect((await run(destination, 'SELECT gross, word FROM t WHERE gross IS NOT NULL'))[0]).toMatchObject({
        word: 'one',
      })
      // And as they were before: a step that is gone makes nothing.
      expect(problems(await runOnce({ mode }))).toEqual([undefined])
    },
  )

  it.each(['ignore', 'stop'] as const)('and where the flow says "%s", the run says what is missing', async (drift) => {
    expect(problems(await runOnce({ drift }))).toEqual([undefined])
    expect(problems(await runOnce({ drift }, [made]))).toMatchObject([{ code: 'TARGET_MISMATCH', missing: ['gross'] }])
  })

  it('a column that somebody has taken out of the target does not come back by itself', async () => {
    expect(problems(await runOnce({}, [made]))).toEqual([undefined])
    await run(destination, 'ALTER TABLE t DROP gross')
    expect(problems(await runOnce({}, [made]))).toMatchObject([{ code: 'TARGET_MISMATCH', missing: ['gross'] }])
  })
})
