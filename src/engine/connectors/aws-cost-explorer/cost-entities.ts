import { sentence } from '../../../core/catalog/sentence.ts'
import type { SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { ValueType } from '../../ports/value-type.ts'

export interface CostGrouping {
  /** A dimension of Cost Explorer. */
  readonly dimension: 'SERVICE' | 'LINKED_ACCOUNT' | 'USAGE_TYPE' | 'REGION' | 'RECORD_TYPE'
  readonly column: string
  /** The column for the name that AWS returns with the key. */
  readonly nameColumn?: string
}

export interface CostEntity {
  readonly name: string
  readonly granularity: 'DAILY' | 'MONTHLY'
  /** One or two: Cost Explorer groups by at most two. */
  readonly groupings: readonly CostGrouping[]
}

const service = { dimension: 'SERVICE', column: 'service' } as const

/** The entities that can be read. The list is fixed, because every account has the same ones, and a call to AWS would cost money. */
export const COST_ENTITIES: readonly CostEntity[] = [
  { name: 'cost_by_service_daily', granularity: 'DAILY', groupings: [service] },
  {
    name: 'cost_by_account_service_daily',
    granularity: 'DAILY',
    groupings: [{ dimension: 'LINKED_ACCOUNT', column: 'account_id', nameColumn: 'account_name' }, service],
  },
  {
    name: 'cost_by_usage_type_daily',
    granularity: 'DAILY',
    groupings: [service, { dimension: 'USAGE_TYPE', column: 'usage_type' }],
  },
  {
    name: 'cost_by_region_daily',
    granularity: 'DAILY',
    groupings: [{ dimension: 'REGION', column: 'region' }, service],
  },
  {
    name: 'cost_by_record_type_monthly',
    granularity: 'MONTHLY',
    groupings: [{ dimension: 'RECORD_TYPE', column: 'record_type' }],
  },
]

/** The metrics that every account has, and the columns for their amounts and units. */
export const METRICS = [
  { metric: 'UnblendedCost', amount: 'unblended_cost', unit: 'currency' },
  { metric: 'AmortizedCost', amount: 'amortized_cost' },
  { metric: 'UsageQuantity', amount: 'usage_quantity', unit: 'usage_unit' },
] as const

export const PERIOD_START = 'period_start'

const column = (name: string, type: string, value: ValueType, nullable: boolean): SourceColumn => ({
  name,
  type,
  value,
  nullable,
})

const text = (name: string, nullable: boolean) => column(name, 'string', { kind: 'text' }, nullable)
const amount = (name: string) => column(name, 'decimal', { kind: 'decimal' }, true)
const date = (name: string) => column(name, 'date', { kind: 'date' }, false)

export const sourceEntityOf = ({ name, groupings }: CostEntity): SourceEntity => ({
  name,
  kind: 'dataset',
  columns: [
    { ...date(PERIOD_START), keyPosition: 1 },
    date('period_end'),
    ...groupings.flatMap(({ column: key, nameColumn }, position) => [
      { ...text(key, false), keyPosition: position + 2 },
      ...(nameColumn ? [text(nameColumn, true)] : []),
    ]),
    ...METRICS.flatMap((metric) => [amount(metric.amount), ...('unit' in metric ? [text(metric.unit, true)] : [])]),
    column('estimated', 'boolean', { kind: 'boolean' }, false),
  ],
  warning: sentence`AWS charges $0.01 for each page that is read; the run says how many there were.`,
})
