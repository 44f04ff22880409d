import { describe, expect, it } from 'vitest'

import { COMMON_CAUSES, type CommonCause } from '../../../test/support/common-causes.ts'
import type { Budget, PassedBudget } from '../catalog/budgets.ts'
import { CONNECTION_TYPES } from '../catalog/connections/connection-types.ts'
import type { ErrorObject } from '../catalog/runs/error-object.ts'
import type { FlowConfig } from '../flows/flow.ts'
import type { FailedStream, FlowEnd } from './failure.ts'
import { findMends } from './find-mends.ts'
import type { FlowMend, Mend } from './mend.ts'

const ORDERS = 'public.orders'

const endOf = (type: string): FlowEnd => ({
  type,
  config: type === 'bigquery' ? { project_id: 'shop', dataset_id: 'bi', gcs_staging_bucket: 'shop-in' } : {},
})

function failureOf(cause: CommonCause): FailedStream {
  const { error, at, source = 'postgres', destination = 'postgres', stream, config, failedCheck, columnsNow } = cause
  const table = (name: string, columns: readonly string[]) => ({
    name,
    columns: columns.map((column) => ({ name: column, type: 'text' })),
  })
  return {
    error,
    ...(at && { at }),
    stream: { entity: ORDERS, target: ORDERS, ...(failedCheck && { receipt: { dataChecks: [failedCheck] } }) },
    config: {
      streams: [
        { entity: ORDERS, mode: 'replace', ...stream },
        { entity: 'public.items', mode: 'replace' },
      ],
      transformations: [],
      ...config,
    },
    source: endOf(source),
    destination: endOf(destination),
    entities: [ORDERS],
    ...(columnsNow && {
      tables: {
        known: [table(ORDERS, ['id', 'note'])],
        now: columnsNow.length > 0 ? [table(ORDERS, columnsNow)] : [table('public.order', ['id', 'note'])],
      },
    }),
  }
}

function named(mend: Mend): string {
  if (mend.kind === 'flow') return `flow ${mend.act}`
  return mend.kind === 'copy' ? `copy ${mend.what}` : mend.kind
}

const [FAILED] = [failureOf({ cause: '', error: { code: 'VALUE_REFUSED', message: '' }, mends: [] })]

const flowMendsOf = (failed: FailedStream): readonly FlowMend[] =>
  findMends(failed).filter((mend): mend is FlowMend => mend.kind === 'flow')

const textFor = (error: FailedStream['error'], more: Partial<FailedStream> = {}): string | undefined => {
  const mend = findMends({ ...FAILED, at: 'source', ...more, error }).find(({ kind }) => kind === 'copy')
  return mend?.kind === 'copy' ? mend.text : undefined
}

describe('the commonest causes', () => {
  it('are at least forty', () => {
    expect(COMMON_CAUSES.length).toBeGreaterThanOrEqual(40)
    for (const { source, destination } of COMMON_CAUSES)
      for (const type of [source, destination]) expect([undefined, ...Object.keys(CONNECTION_TYPES)]).toContain(type)
  })

  it.each(COMMON_CAUSES.map((cause) => [cause.cause, cause] as const))('%s', (_, cause) => {
    expect(findMends(failureOf(cause)).map(named)).toEqual(cause.mends)
    // Nothing is left without an answer.
    if (cause.mends.length === 0) expect(cause.otherwise).toBeDefined()
  })
})

describe('a new name at the source', () => {
  const gone = { code: 'SCHEMA_CHANGED', message: '', columns: [{ name: 'note', is: 'removed' as const }] }
  const shape = (...columns: readonly string[]) => columns.map((name) => ({ name, type: 'text' }))
  const renamed = (config: FlowConfig, now = ORDERS): FailedStream => ({
    ...FAILED,
    error: now === ORDERS ? gone : { code: 'ENTITY_NOT_FOUND', message: '' },
    config,
    tables: {
      known: [{ name: ORDERS, target: 'bi.orders', columns: shape('id', 'note') }],
      now: [{ name: now, columns: now === ORDERS ? shape('id', 'notes') : shape('id', 'note') }],
    },
  })

  it('of a column is what is read, and the destination keeps the old one; what only the steps name stays', () => {
    const stream = { entity: ORDERS, mode: 'upsert', columns: ['id', 'note'], key: ['note'], cursor: 'note' } as const
    const steps = [
      { id: 'rename-3', type: 'filter', settings: { where: 'note > 1' } },
      {
        ...{ id: 'join', type: 'join', stream: 'public.items' },
        settings: { stream: ORDERS, on: [{ column: 'x', other: 'note' }], columns: [] },
      },
    ]
    const config = { streams: [{ ...stream, drift: 'stop' as const }], transformations: steps }
    const mend = flowMendsOf(renamed(config)).find(({ act }) => act === 'replace-column')
    expect(mend).toMatchObject({ keeps: 'note', takesNewColumns: true })
    expect(mend?.changes).toEqual([
      { path: ['streams', ORDERS, 'columns'], kind: 'changed', from: 'note', to: 'notes' },
      { path: ['streams', ORDERS, 'cursor'], kind: 'changed', from: 'note', to: 'notes' },
      { path: ['transformations', '2 join'], kind: 'changed', from: 'note', to: 'notes' },
      { path: ['transformations', '1 rename'], kind: 'added', to: 'notes → note' },
    ])
    expect(mend?.config.transformations.map(({ id }) => id)).toEqual(['rename-3-3', 'rename-3', 'join'])
    const [first, , join] = mend?.config.transformations ?? []
    expect(first).toMatchObject({ stream: ORDERS, settings: { columns: [{ column: 'notes', to: 'note' }] } })
    expect(join?.settings['on']).toEqual([{ column: 'x', other: 'notes' }])
  })

  it.each([
    ['after a run with the step', ['id', 'notes']],
    ['before one', ['id', 'note']],
  ])('of a column that is taken back takes away the step that makes up for it, %s', (_, known) => {
    const renaming = (...columns: readonly object[]) => ({
      ...{ id: 'rename-1', type: 'rename', stream: ORDERS },
      settings: { columns: [{ column: 'notes', to: 'note' }, ...columns] },
    })
    const filter = { id: 'filter', type: 'filter', stream: ORDERS, settings: { where: 'note > 1' } }
    const failed = (step: ReturnType<typeof renaming>): FailedStream => ({
      ...FAILED,
      error: { code: 'COLUMN_NOT_FOUND', message: '' },
      config: { streams: [{ entity: ORDERS, mode: 'replace' }], transformations: [step, filter] } as FlowConfig,
      tables: {
        known: [{ name: ORDERS, target: 'bi.orders', columns: shape(...known) }],
        now: [{ name: ORDERS, columns: shape('id', 'note') }],
      },
    })
    const [mend, ...others] = flowMendsOf(failed(renaming()))
    expect(others).toEqual([])
    expect(mend).toMatchObject({ act: 'replace-column', names: ['notes', 'note'] })
    expect(mend?.keeps).toBeUndefined()
    expect(mend?.config.transformations).toEqual([filter])
    expect(mend?.changes).toEqual([{ path: ['transformations', '1 rename'], kind: 'removed', from: 'notes → note' }])

    const [smaller] = flowMendsOf(failed(renaming({ column: 'id', to: 'number' })))
    expect(smaller?.config.transformations).toEqual([
      { ...renaming(), settings: { columns: [{ column: 'id', to: 'number' }] } },
      filter,
    ])
  })

  it('of a table with a chosen target changes nothing there, and says nothing of it', () => {
    const placed = { entity: ORDERS, mode: 'append', target: 'own' } as const
    const [mend] = flowMendsOf(renamed({ streams: [placed], transformations: [] }, 'public.order'))
    expect(mend?.keeps).toBeUndefined()
    expect(mend?.config.streams).toEqual([{ ...placed, entity: 'public.order' }])
    expect(mend?.changes).toEqual([{ path: ['streams', ORDERS], kind: 'changed', from: ORDERS, to: 'public.order' }])
  })

  it('of a table is what is read, and its rows go on to the same place', () => {
    const [mend] = flowMendsOf(
      renamed({ streams: [{ entity: ORDERS, mode: 'append' }], transformations: [] }, 'public.order'),
    )
    expect(mend).toMatchObject({
      ...{ act: 'replace-table', keeps: 'bi.orders' },
      config: { streams: [{ entity: 'public.order', target: 'bi.orders' }] },
    })
    expect(mend?.changes.at(-1)).toEqual({
      path: ['streams', 'public.order', 'target'],
      kind: 'added',
      to: 'bi.orders',
    })
  })
})

it('a column that a check names, and that the source has renamed, gets its former name back', () => {
  const checks = [{ id: 'c', type: 'not_null', columns: ['id', 'note'] }] as const
  const error = { code: 'CHECK_COLUMN_MISSING', message: 'The checks need columns that do not arrive: note.' }
  const failed = (columnsNow: readonly string[], drift: 'follow' | 'stop' = 'follow') =>
    failureOf({ cause: '', error, mends: [], stream: { checks, drift }, columnsNow })
  expect(flowMendsOf(failed(['id', 'remark']))).toMatchObject([
    {
      ...{ act: 'replace-column', names: ['note', 'remark'], keeps: 'note' },
      config: {
        transformations: [{ type: 'rename', settings: { columns: [{ column: 'remark', to: 'note' }] } }],
      },
    },
  ])
  expect(flowMendsOf(failed(['id', 'remark'], 'stop'))).toMatchObject([{ takesNewColumns: true }])
  expect(flowMendsOf(failed(['id', 'note']))).toEqual([])
  expect(findMends({ error, entities: [] })).toEqual([])
})

it('nothing of the flow or its target is changed if the flow, or the table that failed, is not known', () => {
  for (const cause of COMMON_CAUSES) {
    const { config: _, stream: __, ...failed } = failureOf(cause)
    const kinds = findMends({ ...failed, entities: [] }).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind !== 'copy' && kind !== 'run-again')).toEqual([])
  }
})

describe('a change of the flow', () => {
  it('changes only the setting of the table that failed, and says which, from what to what', () => {
    const error = { code: 'VALUE_REFUSED', message: '' }
    const [mend] = flowMendsOf({ ...FAILED, error })

    expect(mend?.config.streams).toEqual([
      { entity: ORDERS, mode: 'replace', onInvalid: 'reject' },
      { entity: 'public.items', mode: 'replace' },
    ])
    expect(mend?.changes).toEqual([{ path: ['streams', ORDERS, 'on_invalid'], kind: 'added', to: 'reject' }])
  })

  it('lists the tables of the run if the flow moved all of them', () => {
    const config: FlowConfig = { streams: [], transformations: [] }
    const failed = { ...FAILED, config, entities: [ORDERS, 'public.items'], destination: endOf('google_sheets') }
    const [mend] = flowMendsOf(failed)

    expect(mend?.listsTables).toBe(true)
    expect(mend?.config.streams).toEqual([
      { entity: ORDERS, mode: 'replace', onInvalid: 'reject' },
      { entity: 'public.items', mode: 'replace' },
    ])
  })

  it('is not offered for a flow that does not exist any more, and not if it would change nothing', () => {
    const { config: _, ...withoutFlow } = FAILED
    expect(findMends(withoutFlow)).toEqual([])

    const rejecting: FlowConfig = {
      streams: [{ entity: ORDERS, mode: 'append', onInvalid: 'reject' }],
      transformations: [],
    }
    expect(findMends({ ...FAILED, config: rejecting })).toEqual([])
  })

  it('raises the limit of vanished rows to the next ten percent above what was found, and never above a hundred', () => {
    const found = (share: number, vanishedPercent?: number) => {
      const error = { code: 'TOO_MANY_VANISHED', message: 'whatever language it is in', percent: share }
      const stream = {
        entity: ORDERS,
        mode: 'upsert' as const,
        ...(vanishedPercent !== undefined && { vanishedPercent }),
      }
      return flowMendsOf({ ...FAILED, error, config: { streams: [stream], transformations: [] } })[0]?.names
    }

    expect(found(25.5)).toEqual(['30'])
    expect(found(30, 20)).toEqual(['40'])
    expect(found(99)).toEqual(['100'])
    expect(found(100, 100)).toBeUndefined()
  })

  it('lets the checks that were not passed only warn, and offers nothing for those that do already', () => {
    const filled = (name: string) => ({ id: name, type: 'not_null' as const, columns: [name] })
    const [note, day] = [filled('note'), filled('day')]
    const dataChecks = ['note', 'day'].map((id) => ({ id, state: 'failed' as const, message: '' }))
    const mendsWith = (...checks: NonNullable<FlowConfig['streams'][number]['checks']>) =>
      flowMendsOf({
        ...FAILED,
        stream: { entity: ORDERS, target: ORDERS, receipt: { dataChecks } },
        config: { streams: [{ entity: ORDERS, mode: 'replace', checks }], transformations: [] },
        error: { code: 'CHECK_FAILED', message: '' },
      })
    const [mend] = mendsWith(note, { ...day, severity: 'warn' })
    expect(mend?.changes).toEqual([
      { path: ['streams', ORDERS, 'checks', 'not_null: note', 'severity'], kind: 'changed', from: 'fail', to: 'warn' },
    ])
    expect(mendsWith({ ...note, severity: 'warn' }, { ...day, severity: 'warn' })).toEqual([])
  })

  describe('a budget that the run would pass', () => {
    const spent = (budget: PassedBudget, limits: Budget) =>
      flowMendsOf({
        ...FAILED,
        config: { streams: [], transformations: [], budget: limits },
        error: { code: 'BUDGET_SPENT', message: '', budget },
      })

    it('is doubled if it is the flow’s', () => {
      const [mend] = spent({ of: 'flow', kind: 'dollars', needed: 5.01 }, { dollars: 5, rows: 10 })
      expect(mend?.config.budget).toEqual({ dollars: 10, rows: 10 })
      expect(mend?.changes).toEqual([{ path: ['budget', 'dollars'], kind: 'changed', from: '5', to: '10' }])
    })

    it('is raised to what the run needs, in whole dollars', () => {
      expect(spent({ of: 'flow', kind: 'rows', needed: 1_202 }, { rows: 5 })[0]?.config.budget).toEqual({ rows: 1_202 })
      expect(spent({ of: 'flow', kind: 'rows', needed: 6 }, { rows: 5 })[0]?.config.budget).toEqual({ rows: 10 })
      const [mend] = spent({ of: 'flow', kind: 'dollars', needed: 2.31 }, { dollars: 0.5 })
      expect(mend?.changes).toEqual([{ path: ['budget', 'dollars'], kind: 'changed', from: '0.5', to: '3' }])
    })

    it('is left alone if it is the organization’s, if the flow has none by now, or if no budget is larger', () => {
      expect(spent({ of: 'organization', kind: 'rows', needed: 11 }, { rows: 10 })).toEqual([])
      expect(spent({ of: 'flow', kind: 'mails', needed: 4 }, { rows: 10 })).toEqual([])
      expect(spent({ of: 'flow', kind: 'rows', needed: 1e12 + 1 }, { rows: 1e12 })).toEqual([])
    })
  })

  it('keeps the old rows of a table that is read by a cursor', () => {
    const config: FlowConfig = { streams: [{ entity: ORDERS, mode: 'replace', cursor: 'id' }], transformations: [] }
    const acts = flowMendsOf({ ...FAILED, config, error: { code: 'CURSOR_NEEDS_OLD_ROWS', message: '' } })

    expect(acts.map(({ names }) => names[0])).toEqual(['append', 'upsert'])
  })

  it('takes the cursor away if the source cannot be read by one, and reads dates that only MySQL has as NULL', () => {
    const stream = { entity: ORDERS, mode: 'upsert' as const, cursor: 'id', zeroDates: 'fail' as const }
    const failed = { ...FAILED, config: { streams: [stream], transformations: [] } }

    const [dropped] = flowMendsOf({ ...failed, error: { code: 'CURSOR_NOT_SUPPORTED', message: '' } })
    expect(dropped?.config.streams).toEqual([{ entity: ORDERS, mode: 'upsert', zeroDates: 'fail' }])
    expect(dropped?.changes).toEqual([{ path: ['streams', ORDERS, 'cursor'], kind: 'removed', from: 'id' }])
    const [read] = flowMendsOf({ ...failed, error: { code: 'VALUE_NOT_REPRESENTABLE', message: '' } })
    expect(read?.config.streams[0]?.zeroDates).toBe('null')
  })

  it('puts a type that the destination does not know in place by its base type', () => {
    const [mend] = flowMendsOf({ ...FAILED, error: { code: 'TYPE_UNKNOWN', message: '' } })

    expect(mend?.config.streams[0]?.ownTypes).toBe('base')
  })

  it('does not leave out columns that a step has made, that are the key, or all of them', () => {
    const columns = [{ name: 'tax', is: 'missing' }] as const
    const error = { code: 'TARGET_MISMATCH', message: '', columns }
    const tables = (names: readonly string[]) => ({
      known: [],
      now: [{ name: ORDERS, columns: names.map((name) => ({ name, type: 'int' })) }],
    })
    const acts = (names: readonly string[], key?: readonly string[]) => {
      const streams = [{ entity: ORDERS, mode: 'upsert' as const, ...(key && { key }) }]
      const config = { streams, transformations: [] }
      return flowMendsOf({ ...FAILED, config, error, tables: tables(names) }).map(({ act }) => act)
    }

    expect(acts(['id', 'tax'])).toEqual(['leave-out'])
    expect(acts(['id'])).toEqual([])
    expect(acts(['id', 'tax'], ['tax'])).toEqual([])
    expect(acts(['tax'])).toEqual([])
  })

  it('a step that several tables share stays as it is', () => {
    const config: FlowConfig = {
      streams: [
        { entity: ORDERS, mode: 'replace', columns: ['id', 'note'], key: ['note'] },
        { entity: 'public.items', mode: 'replace' },
      ],
      transformations: [
        { id: 'a', type: 'select', settings: { columns: ['id', 'note'] } },
        { id: 'b', type: 'select', stream: ORDERS, settings: { columns: ['id', 'note'] } },
      ],
    }
    const shape = (name: string, columns: readonly string[]) => ({
      name,
      columns: columns.map((column) => ({ name: column, type: 'text' })),
    })
    const tables = {
      known: [],
      now: [shape(ORDERS, ['id', 'notes']), shape('public.items', ['id', 'note', 'x'])],
    }
    const error = { code: 'SCHEMA_CHANGED', message: '', columns: [{ name: 'note', is: 'removed' } as const] }
    const [other, without] = flowMendsOf({ ...FAILED, config, error, tables })

    expect(other?.changes.map(({ path }) => path.at(-1))).toEqual(['columns', 'key', '2 select'])
    expect(without?.changes.map(({ kind }) => kind)).toEqual(['removed', 'removed', 'removed'])
    expect(without?.config.transformations).toHaveLength(2)
  })
})

describe('a change of the target', () => {
  it('is offered for a value of MySQL that a wider column could hold, whatever language the server speaks', () => {
    const kindsFor = (more: object) => {
      const error = { code: 'VALUE_NOT_REPRESENTABLE', message: 'Daten zu lang für Feld »note«', ...more }
      return findMends({ ...FAILED, at: 'destination', destination: endOf('mysql'), error }).map(({ kind }) => kind)
    }
    expect(kindsFor({ narrow: true })).toEqual(['target', 'flow'])
    expect(kindsFor({})).toEqual(['flow'])
  })

  it('names the columns, and is offered only where tables can be changed', () => {
    const columns = [
      { name: 'tax', is: 'missing', type: 'integer' },
      { name: 'note', is: 'narrow', type: 'text', before: 'character varying(5)' },
    ] as const
    const error = { code: 'TARGET_MISMATCH', message: '', columns }

    expect(findMends({ ...FAILED, error })[0]).toEqual({
      kind: 'target',
      entity: ORDERS,
      missing: ['tax'],
      narrow: [{ name: 'note', type: 'text' }],
    })
    expect(findMends({ ...FAILED, error, destination: endOf('google_sheets') }).map(({ kind }) => kind)).toEqual([
      'flow',
    ])
  })
})

describe('a table that cannot be changed so that it fits', () => {
  const error = { code: 'TARGET_MISMATCH', message: '' }
  const kinds = (mode: 'replace' | 'append', type: string) => {
    const config = { streams: [{ entity: ORDERS, mode }], transformations: [] }
    return findMends({ ...FAILED, error, config, destination: endOf(type) })
  }

  it('is created again where its rows are replaced anyway', () => {
    const target = FAILED.stream?.target
    expect(kinds('replace', 'postgres')).toEqual([{ kind: 'again', entity: ORDERS, target }])
    expect(kinds('replace', 'mysql')).toEqual([{ kind: 'again', entity: ORDERS, target }])
  })

  it('stays where it holds rows of earlier runs, and where its system cannot rename it', () => {
    expect(kinds('append', 'postgres')).toEqual([])
    expect(kinds('replace', 'google_sheets')).toEqual([])
  })
})

describe('a text to copy', () => {
  const refused = (object?: ErrorObject, account?: string) => ({
    ...{ code: 'PERMISSION_MISSING', message: 'keine Berechtigung' },
    ...(object && { object }),
    ...(account !== undefined && { account }),
  })
  const about = (code: string, object?: ErrorObject) => ({ code, message: '', ...(object && { object }) })

  it.each([
    [
      'public.orders',
      [],
      'GRANT USAGE ON SCHEMA "public" TO "reader";\nGRANT SELECT ON "public"."orders" TO "reader";',
    ],
    [
      'public.Orders',
      ['id', 'Note'],
      'GRANT USAGE ON SCHEMA "public" TO "reader";\nGRANT SELECT ("id", "Note") ON "public"."Orders" TO "reader";',
    ],
    ['orders', [], 'GRANT SELECT ON "orders" TO "reader";'],
    ['public."v1.2"', [], 'GRANT USAGE ON SCHEMA "public" TO "reader";\nGRANT SELECT ON "public"."v1.2" TO "reader";'],
  ])(
    'grants what Millrace has found to be refused, in whatever language the server speaks: %s',
    (table, columns, text) => {
      const message = 'keine Berechtigung'
      const error = { code: 'PERMISSION_MISSING', message, account: 'reader', refused: { table, columns } }
      expect(textFor(error)).toBe(text)
    },
  )

  it('grants exactly what was refused, to the account of the connection (Postgres)', () => {
    expect(textFor(refused({ kind: 'table', name: 'orders' }, 'reader'))).toBe(
      'GRANT USAGE ON SCHEMA "public" TO "reader";\nGRANT SELECT ON "public"."orders" TO "reader";',
    )
    expect(textFor(refused({ kind: 'table', name: 'my items' }, 'My Reader'))).toBe(
      'GRANT SELECT ON "my items" TO "My Reader";',
    )
    expect(textFor(refused({ kind: 'schema', name: 'bi' }, 'reader'))).toBe('GRANT USAGE ON SCHEMA "bi" TO "reader";')
    const at = { at: 'destination' } as const
    expect(textFor(refused({ kind: 'schema', name: 'bi' }, 'writer'), at)).toBe(
      'GRANT USAGE, CREATE ON SCHEMA "bi" TO "writer";',
    )
    expect(textFor(refused({ kind: 'table', schema: 'public', name: 'my orders' }, 'writer'), at)).toBe(
      'GRANT USAGE, CREATE ON SCHEMA "public" TO "writer";\nGRANT SELECT, INSERT, UPDATE, DELETE ON "public"."my orders" TO "writer";',
    )
    expect(textFor(refused({ kind: 'table', name: 'orders', right: 'OWNER' }, 'writer'), at)).toBe(
      'ALTER TABLE "public"."orders" OWNER TO "writer";',
    )
    expect(textFor(refused({ kind: 'database', name: 'shop', right: 'CONNECT' }, 'reader'))).toBe(
      'GRANT CONNECT ON DATABASE "shop" TO "reader";',
    )
  })

  it('grants the table that a step joins, in its own schema, unless two of that name are joined', () => {
    const joins = (...tables: readonly string[]) => ({
      streams: [{ entity: ORDERS, mode: 'replace' as const }],
      transformations: tables.map((stream, index) => ({
        ...{ id: `t${index}`, type: 'join', stream: ORDERS },
        settings: { stream, on: [{ column: 'customer_id', other: 'id' }] },
      })),
    })
    const error = refused({ kind: 'table', name: 'customers' }, 'reader')
    const text = (...tables: readonly string[]) => textFor(error, { config: joins(...tables) })
    expect(text('public.items', 'crm.customers')).toBe(
      'GRANT USAGE ON SCHEMA "crm" TO "reader";\nGRANT SELECT ON "crm"."customers" TO "reader";',
    )
    expect(text('crm.customers', 'public.customers')).toBe('GRANT SELECT ON "customers" TO "reader";')
  })

  it('grants nothing if the error names nothing: what was refused may be a function, or a sequence', () => {
    expect(textFor(refused(undefined, 'reader'))).toBeUndefined()
    const { stream: _, ...withoutStream } = FAILED
    expect(findMends({ ...withoutStream, at: 'source', error: refused(undefined, 'reader') })).toEqual([])
    expect(textFor(refused({ kind: 'table', name: 'orders' }))).toBeUndefined()
  })

  it('grants to the account as MySQL names it', () => {
    const mysql = { source: endOf('mysql'), destination: endOf('mysql') }
    expect(textFor(refused({ kind: 'database', name: 'my shop' }, "'r'@'%'"), mysql)).toBe(
      "GRANT SELECT, SHOW VIEW ON `my shop`.* TO 'r'@'%';",
    )
    expect(textFor(refused({ kind: 'table', schema: 'shop', name: 'orders' }, "'o''r'@'10.%'"), mysql)).toBe(
      "GRANT SELECT, SHOW VIEW ON `shop`.* TO 'o''r'@'10.%';",
    )
    // Without the backslash it would be a pattern, and name other databases too.
    expect(textFor(refused({ kind: 'database', name: 'my_shop' }, "'r'@'%'"), mysql)).toBe(
      "GRANT SELECT, SHOW VIEW ON `my\\_shop`.* TO 'r'@'%';",
    )
    expect(textFor(refused({ kind: 'table', name: 'orders' }, "'r'@'%'"), mysql)).toBe(
      "GRANT SELECT, SHOW VIEW ON `public`.* TO 'r'@'%';",
    )
    expect(textFor(refused({ kind: 'server', right: 'PROCESS' }, "'r'@'%'"), mysql)).toBe(
      "GRANT PROCESS ON *.* TO 'r'@'%';",
    )
    expect(textFor(refused(), mysql)).toBeUndefined()
    const stream = { entity: 'orders', target: 'orders' }
    expect(textFor(refused(undefined, 'r'), { ...mysql, stream })).toBeUndefined()
    const at = { ...mysql, at: 'destination' } as const
    expect(textFor(refused(undefined, 'r'), at)).toContain('GRANT SELECT, INSERT, UPDATE')
  })

  it('asks for the host of an account of MySQL where only its name is known', () => {
    const mysql = { source: endOf('mysql') }
    const lookup = "SELECT host FROM mysql.user WHERE user = 'r'; -- in place of %"
    const denied = refused({ kind: 'table', schema: 'shop', name: 'orders' }, 'r')
    expect(textFor(denied, mysql)).toBe(`${lookup}\nGRANT SELECT, SHOW VIEW ON \`shop\`.* TO 'r'@'%';`)
    expect(textFor(about('ACCESS_REFUSED', { kind: 'account', name: 'r' }), mysql)).toBe(
      `${lookup}\nALTER USER 'r'@'%' ACCOUNT UNLOCK;`,
    )
  })

  it('writes a line of pg_hba.conf for what was refused, and none for another refusal', () => {
    const entry = (address: string, link: string) =>
      textFor(about('TLS_REQUIRED', { kind: 'login', name: 'reader', address, database: 'shop', link }))

    expect(entry('10.0.0.7', 'host')).toContain('host  "shop"  "reader"  10.0.0.7/32  scram-sha-256')
    expect(entry('fd00::7', 'hostssl')).toContain('hostssl  "shop"  "reader"  fd00::7/128  scram-sha-256')
    expect(textFor(about('ACCESS_REFUSED'))).toBeUndefined()
    expect(textFor(about('ACCESS_REFUSED', { kind: 'account', name: 'Reader' }))).toBe('ALTER ROLE "Reader" LOGIN;')
  })

  it('has statements for databases, schemas, indexes and columns, in the notation of the system', () => {
    const mysql = { source: endOf('mysql'), destination: endOf('mysql'), at: 'destination' } as const
    const there = { at: 'destination' } as const
    const gone = about('DATABASE_NOT_FOUND', { kind: 'database', name: 'Shop' })
    expect(textFor(gone, there)).toBe('CREATE DATABASE "Shop";')
    expect(textFor(gone, mysql)).toBe('CREATE DATABASE `Shop` CHARACTER SET utf8mb4;')
    const schema = about('SCHEMA_NOT_FOUND', { kind: 'schema', name: 'bi', missing: true })
    expect(textFor(schema, there)).toBe('CREATE SCHEMA "bi";')
    expect(textFor({ ...schema, account: 'writer' }, there)).toBe('CREATE SCHEMA "bi" AUTHORIZATION "writer";')
    expect(textFor(refused({ kind: 'schema', name: 'bi', missing: true }, 'writer'), there)).toBe(
      'CREATE SCHEMA "bi" AUTHORIZATION "writer";',
    )
    const table = { kind: 'table', schema: 'shop', name: 'my orders' } as const
    const key = about('KEY_NOT_UNIQUE', { ...table, columns: ['id', 'Day, hour'] })
    expect(textFor(key)).toBe('CREATE UNIQUE INDEX ON "shop"."my orders" ("id", "Day, hour");')
    expect(textFor(key, mysql)).toBe('ALTER TABLE `shop`.`my orders` ADD UNIQUE (`id`, `Day, hour`);')
    expect(textFor(about('CONSTRAINT', { ...table, columns: ['a, b'] }))).toBe(
      'ALTER TABLE "shop"."my orders" ALTER COLUMN "a, b" DROP NOT NULL;',
    )
    expect(textFor(about('CONSTRAINT', { kind: 'table', columns: ['note'] }))).toBe(
      'ALTER TABLE "public"."orders" ALTER COLUMN "note" DROP NOT NULL;',
    )
  })

  it('has none for an error without values, as earlier versions stored them', () => {
    for (const type of ['postgres', 'mysql'])
      for (const code of ['DATABASE_NOT_FOUND', 'SCHEMA_NOT_FOUND', 'KEY_NOT_UNIQUE', 'CONSTRAINT', 'ACCESS_REFUSED'])
        expect(textFor(about(code), { at: 'destination', destination: endOf(type) })).toBeUndefined()
  })

  it('shows who holds a table or a connection', () => {
    const busy = { code: 'TABLE_BUSY', message: '' }
    const full = { code: 'TOO_MANY_CONNECTIONS', message: '' }
    const mysql = { source: endOf('mysql') }
    expect(textFor(busy)).toContain(`'"public"."orders"'::regclass`)
    expect(textFor(busy, { at: 'destination' })).toContain('pg_terminate_backend')
    expect(textFor(busy, mysql)).toContain('innodb_trx')
    expect(textFor(full)).toContain('pg_stat_activity')
    expect(textFor(full, mysql)).toContain('processlist')
    const { stream: _, ...withoutStream } = FAILED
    expect(findMends({ ...withoutStream, at: 'source', error: busy })).toEqual([{ kind: 'run-again' }])
  })

  it('has the statements for an account of MySQL, if it is known', () => {
    const mysql = { source: endOf('mysql') }
    expect(textFor({ code: 'PASSWORD_EXPIRED', message: '', account: "'r'@'%'" }, mysql)).toBe(
      "ALTER USER 'r'@'%' IDENTIFIED BY '…';",
    )
    expect(textFor({ code: 'PASSWORD_EXPIRED', message: '' }, mysql)).toBeUndefined()
    expect(textFor({ code: 'ACCESS_REFUSED', message: 'not allowed', account: 'r' }, mysql)).toBeUndefined()
    expect(textFor(about('VALUE_TOO_LARGE'), mysql)).toContain('max_allowed_packet')
  })

  it('creates nothing empty at a source, where it would only hide that the rows are gone', () => {
    const source = (type: string) => ({ source: endOf(type), at: 'source' }) as const
    const gone = about('DATABASE_NOT_FOUND', { kind: 'database', name: 'shop' })
    for (const type of ['postgres', 'mysql']) expect(textFor(gone, source(type))).toBeUndefined()
    const schema = about('SCHEMA_NOT_FOUND', { kind: 'schema', name: 'bi', missing: true })
    expect(textFor(schema, source('postgres'))).toBeUndefined()
  })

  it('creates a dataset or a bucket that is gone at Google, and lets the account use it', () => {
    const bigquery = { at: 'destination', destination: endOf('bigquery') } as const
    const gone = (field: string) => textFor({ code: 'NOT_FOUND', message: '', account: 'l@x.iam', field }, bigquery)
    expect(gone('dataset_id')).toContain('bq mk --dataset shop:bi\n')
    expect(gone('dataset_id')).toContain('--role=roles/bigquery.dataEditor shop:bi')
    expect(gone('gcs_staging_bucket')).toContain('gcloud storage buckets create gs://shop-in --project=shop\n')
    expect(gone('project_id')).toBeUndefined()
  })

  it('fills in project, dataset, bucket and account for Google, and is silent without an account', () => {
    const bigquery = { at: 'destination', destination: endOf('bigquery') } as const
    const text = textFor(refused(undefined, 'l@x.iam'), bigquery)
    expect(text).toContain('--member=serviceAccount:l@x.iam --role=roles/bigquery.dataEditor shop:bi')
    expect(text).toContain('gs://shop-in')
    expect(textFor(refused(), bigquery)).toBeUndefined()
    const empty = { ...bigquery, destination: { type: 'bigquery', config: {} } }
    expect(textFor(refused(undefined, 'l@x.iam'), empty)).toContain('projects add-iam-policy-binding ')
    const sheets = { source: endOf('google_sheets') }
    expect(textFor({ code: 'SPREADSHEET_NOT_FOUND', message: '' }, sheets)).toBeUndefined()
    expect(textFor({ code: 'INVALID', message: '', account: 'ada@example.com' }, sheets)).toBeUndefined()
    expect(textFor({ code: 'RATE_LIMITED', message: '' }, { source: endOf('aws_cost_explorer_api') })).toBeUndefined()
    expect(textFor(refused(), { source: endOf('metronome') })).toBeUndefined()
  })
})

it('a table that a step joins is what takes another name, not the table whose rows it completes', () => {
  const settings = { stream: 'public.customers', rows: 'all', on: [{ column: 'id', other: 'id' }], columns: ['name'] }
  const table = (name: string, ...columns: string[]) => ({
    name,
    columns: columns.map((column) => ({ name: column, type: 'text' })),
  })
  const failed = {
    ...failureOf({
      cause: '',
      error: { code: 'ENTITY_NOT_FOUND', message: '', gone: { table: 'public.customers' } },
      mends: [],
    }),
    config: {
      streams: [{ entity: ORDERS, mode: 'replace' as const }],
      transformations: [{ id: 'j', type: 'join', settings }],
    },
    tables: { known: [table(ORDERS, 'id')], now: [table(ORDERS, 'id'), table('public.customer', 'id', 'name')] },
  }

  expect(flowMendsOf(failed).map(({ act, names }) => [act, ...(names ?? [])])).toEqual([
    ['replace-table', 'public.customers', 'public.customer'],
    ['drop-table', 'public.customers'],
  ])
})
