import type { Flow } from '../../core/flows/flow.ts'
import type { Mirror, MirroredTable, MirrorWindow } from '../../core/mirrors/mirror.ts'
import type { RowChanges } from '../../core/runs/rows/row-changes.ts'
import { ago } from './ago.ts'
import type { Naming } from './naming.ts'
import { aBusyOrganization, type Fakes } from './organization-fakes.ts'

const TABLES = ['public.orders', 'public.customers']

const table = (entity: string, more: Partial<MirroredTable> = {}): MirroredTable => ({
  entity,
  target: entity,
  state: 'following',
  since: ago(400),
  changedAt: ago(0),
  provenAt: ago(14),
  comparedAt: ago(14),
  ...{ inserted: 48_210, updated: 91_004, deleted: 3_120, divergent: 0 },
  ...more,
})

export const aFollowingMirror: Mirror = {
  wanted: 'on',
  state: 'following',
  lagMs: 840,
  caughtUpAt: ago(0),
  startedAt: ago(3_000),
  changesPerSecond: 182.4,
  heldBytes: 84_000_000,
  budgetBytes: 10_000_000_000,
  position: '2/A41F0098',
  tables: TABLES.map((entity) => table(entity)),
}

const UNREACHABLE = {
  code: 'UNREACHABLE',
  message: 'Shop does not answer at db.example.com:5432.',
  hint: 'Check that the server runs, and that its firewall allows this address.',
  side: 'source',
} as const

export const aWaitingMirror: Mirror = {
  ...aFollowingMirror,
  state: 'failing',
  caughtUpAt: ago(12),
  changesPerSecond: 0,
  problem: UNREACHABLE,
  nextTryAt: ago(-1),
}

/** One table is copied again, another one could not take a row. */
export const aMirrorWithPausedTables: Mirror = {
  ...aFollowingMirror,
  pausedTables: 1,
  heldBytes: 6_400_000_000,
  holder: { process: '18422', account: 'nightly_export', seconds: 5_400 },
  tables: [
    table('public.orders', { state: 'copying', copyRunId: 'run-3' }),
    table('public.customers', {
      state: 'paused',
      problem: { code: 'CONSTRAINT', message: 'Two rows have the same e-mail “ada@example.com”.' },
      divergent: 2,
    }),
  ],
}

/** Somebody has changed rows of the destination. */
export const aDifferingMirror: Mirror = {
  ...aFollowingMirror,
  tables: [
    table('public.orders', {
      provenAt: ago(74),
      difference: { asOf: ago(14), missing: 1, changed: 1, extra: 0, repaired: 2 },
    }),
    table('public.customers', { compareAskedAt: ago(0) }),
  ],
}

/** All tables are equal, and somebody still writes one of them. */
export const aPreparedMirror: Mirror = {
  ...aFollowingMirror,
  cutOver: {
    askedAt: ago(3),
    state: 'done',
    asOf: ago(2),
    position: '2/A41F0098',
    isProven: true,
    ...{ tables: 2, compared: 2, rows: 1_204_310 },
    writtenAfter: [{ entity: 'public.orders', changes: 3 }],
    numbers: [
      { table: 'public.orders', column: 'id', before: '1', last: '1048210' },
      { table: 'public.customers', column: 'id', last: '156100' },
    ],
    absent: [
      { kind: 'foreign_key', count: 1, names: ['public.orders: orders_customer_id_fkey'] },
      { kind: 'view', count: 2, names: ['public.latest_orders', 'public.revenue_by_country_and_month'] },
      { kind: 'trigger', count: 140, names: ['public.orders: touch_updated_at'] },
    ],
  },
}

/** Neither table could be proven equal. */
export const anUnprovenMirror: Mirror = {
  ...aMirrorWithPausedTables,
  cutOver: {
    askedAt: ago(3),
    state: 'done',
    asOf: ago(2),
    isProven: false,
    ...{ tables: 1, compared: 1, rows: 1_204_310 },
    unsettled: ['public.customers'],
    differing: ['public.orders'],
    numbers: [],
    absent: [],
  },
}

export const differingRows: RowChanges = {
  columns: ['id', 'customer', 'total'],
  rows: [{ before: ['7', 'Ada', '0.00'], after: ['7', 'Ada', '129.90'] }, { after: ['900', 'Grace', '12.50'] }],
}

/** An hour with changes in most minutes. */
export const mirrorWindows: readonly MirrorWindow[] = Array.from({ length: 40 }, (_, index) => {
  const number = 40 - index
  const lag = 300 + ((number * 370) % 900)
  return {
    number,
    beganAt: ago(index + 1),
    endedAt: ago(index),
    positionFrom: `2/A41F${(number * 40).toString(16).padStart(4, '0').toUpperCase()}`,
    positionTo: `2/A41F${(number * 40 + 40).toString(16).padStart(4, '0').toUpperCase()}`,
    transactions: 400 + ((number * 67) % 300),
    tables: TABLES.map((entity, place) => ({
      entity,
      inserted: 1_000 + ((number * 310) % 2_200),
      updated: 4_000 + ((number * (470 + place)) % 3_000),
      deleted: (number * 90) % 800,
      divergent: 0,
    })),
    lagP50Ms: lag,
    lagP99Ms: lag * 3,
    hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ...(number > 1 && { previousHash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752' }),
  }
})

/** The flow of a mirror, beside others. */
export async function anOrganizationWithMirror(mirror: Mirror | undefined, named?: Naming): Promise<Fakes> {
  const fakes = await aBusyOrganization(named)
  const [like] = await flowsOf(fakes)
  if (!like) throw new Error('there is no flow')
  const { lastRun: _, lastSuccessAt: __, recentStates: ___, ...flow } = like
  fakes.flows.put('org-1', {
    ...flow,
    id: 'flow-7',
    name: named?.('Shop, mirrored') ?? 'Shop, mirrored',
    tags: ['finance'],
    config: { streams: TABLES.map((entity) => ({ entity, mode: 'mirror' })), transformations: [] },
    mirror: mirror ?? { wanted: 'off', state: 'off' },
  })
  if (!mirror) return fakes
  fakes.mirrors.mirrors.set('flow-7', mirror)
  fakes.mirrors.received.set('flow-7', mirrorWindows)
  fakes.mirrors.differing = differingRows
  const waitingTables = mirror.tables.filter(({ state }) => state !== 'following').length
  fakes.mirrors.listed = [
    { ...mirror, flowId: 'flow-7', flowName: flow.name, tables: mirror.tables.length, waitingTables },
  ]
  return fakes
}

/** The same flow into BigQuery, in an interval of its own. */
export async function anOrganizationWithPacedMirror(mirror: Mirror | undefined): Promise<Fakes> {
  const fakes = await anOrganizationWithMirror(mirror)
  const flow = await fakes.flows.get('org-1', 'flow-7')
  if (!flow.ok) throw new Error('there is no flow')
  fakes.flows.put('org-1', {
    ...flow.value,
    destinationConnection: { id: 'connection-9', name: 'Warehouse', type: 'bigquery' },
    config: { ...flow.value.config, mirrorSeconds: 300 },
  })
  const reason =
    'If every table changes in every interval, 288 transactions a day process up to 38 GB, which Google charges. Their 864 loads are free.'
  fakes.mirrors.readiness = { tables: [], hindrances: [{ reason, side: 'destination', isNote: true }] }
  return fakes
}

async function flowsOf({ flows }: Fakes): Promise<readonly Flow[]> {
  const listed = await flows.list('org-1')
  return listed.ok ? listed.value.filter(({ id }) => id === 'flow-4') : []
}
