import type { RunStatus } from '../../core/catalog/runs/run-states.ts'
import type { Connection, NewConnection } from '../../core/connections/connection.ts'
import type { Entity } from '../../core/connections/entity.ts'
import type { SampleRows } from '../../core/connections/entity-rows.ts'
import type { Flow, FlowConfig } from '../../core/flows/flow.ts'
import type { Credentials, NewIntegration } from '../../core/integrations/integration.ts'
import type { Result } from '../../core/result.ts'
import type { Run, RunLogLine, RunStream } from '../../core/runs/run.ts'
import { ago } from './ago.ts'
import { aConnectionHistory } from './connection-fakes.ts'
import type { Naming } from './naming.ts'
import type { Fakes } from './organization-fakes.ts'

const DATABASE: Credentials = {
  host: 'db.example.com',
  port: 5432,
  user: 'ada',
  password: 'secret',
  dbname: 'shop',
  sslmode: 'require',
}

const text = (name: string, keyPosition?: number) => ({ name, type: 'text', ...(keyPosition && { keyPosition }) })

const ENTITIES: readonly Entity[] = [
  { name: 'public.orders', columns: [text('id', 1), text('customer_id'), text('total')], estimatedRows: 12_400 },
  { name: 'public.customers', columns: [text('id', 1), text('email')], estimatedRows: 900 },
]

const SAMPLE: SampleRows = {
  columns: ENTITIES[0]?.columns ?? [],
  rows: Array.from({ length: 100 }, (_, index) => [
    `${index + 1}`,
    index % 4 === 0 ? null : `${index % 7}`,
    `${index % 3}`,
  ]),
}

const CONFIG: FlowConfig = {
  streams: [{ entity: 'public.orders', target: 'public.orders', mode: 'upsert', key: ['id'] }],
  transformations: [
    { id: 't1', type: 'filter', stream: 'public.orders', settings: { where: 'total > 0' } },
    { id: 't2', type: 'select', stream: 'public.orders', settings: { columns: ['id', 'totl'] } },
  ],
  schedule: { cron: '0 6 * * 1-5', timezone: 'Europe/Berlin' },
}

const NO_TABLES: FlowConfig = { streams: [], transformations: [] }

const NAMES: Readonly<Record<string, string>> = {
  'flow-1': 'Orders to warehouse',
  'flow-2': 'Customers',
  'flow-3': 'Stock levels',
  'flow-4': 'Never run',
  'flow-5': 'Old reports',
  'flow-6': 'Marketing',
}

/** Integrations, connections with them, flows in every state between them, and the data of their runs. */
export async function fillFlows(fakes: Fakes, named: Naming): Promise<void> {
  const integrate = async (integration: NewIntegration) => made(await fakes.integrations.add('org-1', integration))
  const connect = async (connection: NewConnection & Pick<Connection, 'lastTest'>) =>
    made(await fakes.connections.add('org-1', connection))
  const database = async (name: string, more: Pick<Connection, 'lastTest'> = {}) => {
    const kept = await integrate({ name, type: 'postgres', mergedIntegration: true, credentials: DATABASE })
    return connect({ name, type: 'postgres', capability: 'both', integrationId: kept.id, config: {}, ...more })
  }
  fakes.connections.entities = ENTITIES
  fakes.flows.sample = SAMPLE
  fillRejects(fakes)
  fakes.connections.history = aConnectionHistory(named)
  const shop = await database(named('Shop'), { lastTest: { ok: true, at: ago(90) } })
  const warehouse = await database(named('Warehouse'), { lastTest: { ok: false, at: ago(5), stage: 'sign-in' } })
  const google = { name: named('Google'), type: 'google_oauth', mergedIntegration: false, credentials: {} } as const
  const sendgrid = { ...google, name: named('Mail'), type: 'sendgrid', credentials: { api_key: 'secret' } } as const
  const [sheets, mail] = [await integrate(google), await integrate(sendgrid)]
  const budget = { name: named('Budget'), type: 'google_sheets', capability: 'both', config: {} } as const
  await connect({ ...budget, integrationId: sheets.id })
  await connect({ ...budget, name: named('Team'), type: 'email', capability: 'destination', integrationId: mail.id })

  const put = (id: string, more: Partial<Flow> = {}) =>
    fakes.flows.put('org-1', {
      id,
      name: named(NAMES[id] ?? id),
      enabled: true,
      version: 1,
      sourceConnection: shop,
      destinationConnection: warehouse,
      config: NO_TABLES,
      updatedAt: ago(300),
      ...more,
    })
  const ran = (status: RunStatus, run: Pick<Run, 'id' | 'flowId'> & Partial<Run>) => {
    const lastRun = aRun(status, { ...run, flowName: named(NAMES[run.flowId] ?? run.flowId) })
    fakes.runs.put('org-1', lastRun, LOG)
    return { lastRun }
  }
  ran('failed', { id: 'run-0', flowId: 'flow-1', error: REFUSED })
  put('flow-1', {
    config: CONFIG,
    owner: { uid: 'ada', name: named('Ada Lovelace') },
    tags: ['finance', 'nightly'],
    ...ran('succeeded', { id: 'run-1', flowId: 'flow-1' }),
  })
  fakes.flows.inboundUrls.set('flow-1', {
    url: 'https://millrace.example.com/v1/hooks/flows/flow-1',
    ...{ since: ago(3_000), usedAt: ago(90) },
  })
  put('flow-2', ran('failed', { id: 'run-2', flowId: 'flow-2', error: REFUSED }))
  const startedAfter = [{ runId: 'run-1', flowId: 'flow-1', flowName: named(NAMES['flow-1'] ?? '') }]
  put('flow-3', {
    config: { ...NO_TABLES, after: { flowIds: ['flow-1', 'flow-5'], when: 'all_succeeded' } },
    ...ran('running', { id: 'run-3', flowId: 'flow-3', trigger: 'flow', startedAfter }),
  })
  put('flow-4')
  put('flow-6', {
    config: { ...NO_TABLES, after: { flowIds: ['flow-3', 'gone'], when: 'any_ended' } },
    ...ran('partially_succeeded', { id: 'run-6', flowId: 'flow-6', ...PARTLY }),
  })
  put('flow-5', { enabled: false, ...ran('cancelled', { id: 'run-5', flowId: 'flow-5' }) })
}

function fillRejects({ rejects }: Fakes): void {
  const cause = { column: 'total', rule: 'accepts 3 digits before the point and 2 after it' }
  const empty = { column: 'customer_id', rule: 'must have a value' }
  const rowOf = (index: number) => {
    const values = [String(index), `customer ${index % 7}`, '1.005']
    return { ...cause, id: index, row: index * 7, values, sourceValues: values, isSent: index === 4 }
  }
  const columns = ENTITIES[0]?.columns ?? []
  const [first, ...more] = Array.from({ length: 18 }, (_, index) => rowOf(index + 1))
  const changed = first && { ...first, sourceValues: ['1', 'customer 1', '1.01'], originalValues: first.values }
  const other = {
    ...empty,
    id: 20,
    row: 900,
    values: ['20', null, '7'],
    sourceValues: ['20', null, '7'],
    isSent: false,
  }
  rejects.rejected = { columns, sourceColumns: columns, rows: [...(changed ? [changed] : []), ...more, other] }
  const mends = [
    { mend: { kind: 'round', digits: 2 }, rows: 16 },
    { mend: { kind: 'empty' }, rows: 18 },
    { mend: { kind: 'widen', type: 'numeric(10,4)' }, rows: 18 },
  ] as const
  rejects.found = [
    {
      ...cause,
      rows: 18,
      kept: 18,
      values: [
        { value: '1.005', rows: 16 },
        { value: '90000', rows: 2 },
      ],
      mends,
    },
    { ...empty, rows: 2, kept: 1, values: [{ value: null, rows: 2 }], mends: [] },
  ]
}

const STREAM: RunStream = {
  entity: 'public.orders',
  target: 'public.orders',
  status: 'succeeded',
  rowsRead: 12_400,
  rowsFiltered: 380,
  rowsRejected: 20,
  rowsWritten: 12_000,
  bytes: 4_200_000,
}

const REFUSED = {
  code: 'SIGN_IN',
  message: 'Warehouse did not accept the password of “ada”.',
  hint: 'Set a new password in the connection, then run again.',
  stream: 'public.orders',
}

const BUSY = { code: 'TABLE_BUSY', message: 'Somebody holds public.leads.' }

const PARTLY: Pick<Run, 'error' | 'streams'> = {
  error: { ...BUSY, message: '1 of 2 tables arrived; public.leads failed: Somebody holds public.leads.' },
  streams: [STREAM, { ...STREAM, entity: 'public.leads', target: 'public.leads', status: 'failed', error: BUSY }],
}

const LOG: readonly RunLogLine[] = [
  { id: 1, at: ago(64), level: 'info', message: 'Reading public.orders' },
  { id: 2, at: ago(63), level: 'warning', message: '20 rows were rejected: total is not a number' },
  { id: 3, at: ago(62), level: 'info', message: '12,000 rows written' },
]

const aRun = (status: RunStatus, more: Pick<Run, 'id' | 'flowId'> & Partial<Run>): Run => ({
  status,
  kind: 'move',
  trigger: 'schedule',
  attempt: 1,
  queuedAt: ago(65),
  startedAt: ago(64),
  ...(status !== 'running' && { finishedAt: ago(62), rowsWritten: status === 'succeeded' ? 12_000 : 0 }),
  streams: [STREAM],
  ...more,
})

function made<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`a fake refused: ${result.failure.kind}`)
  return result.value
}
