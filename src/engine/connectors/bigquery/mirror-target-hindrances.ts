import { randomUUID } from 'node:crypto'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { ChangeLoadPlan } from '../../ports/change-batch.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { inLanes } from '../../ports/in-lanes.ts'
import type { MirrorHindrance } from '../../ports/mirror-readiness.ts'
import { tableName } from './bigquery-target.ts'
import { notGranted, PERMISSIONS } from './bucket-permissions.ts'
import type { DestinationOptions } from './commit-rows.ts'
import type { Table } from './dataset.ts'
import { quote } from './merge-statement.ts'
import { mirrorCost } from './mirror-cost.ts'
import { DEFAULT_PACE_MS } from './mirror-pace.ts'

const DAY_MS = 86_400_000

/** Questions to Google at a time. */
const AT_ONCE = 8

/** Of one project. Source: cloud.google.com/bigquery/quotas#load_jobs */
const LOAD_JOBS_A_DAY = 100_000

/** A sandbox refuses the second statement; its table is gone with the job. Source: cloud.google.com/bigquery/docs/sandbox#limits */
const PROBE = 'CREATE TEMP TABLE millrace_probe (a INT64);\nDELETE FROM millrace_probe WHERE TRUE'

/** What keeps a dataset from taking the changes of a mirror. Changes nothing. */
export async function mirrorTargetHindrances(
  { dataset, bucket, location, signal, collation }: DestinationOptions,
  plan: ChangeLoadPlan,
): Promise<readonly MirrorHindrance[]> {
  const granted = await bucket.permissions(PERMISSIONS)
  const lacking = PERMISSIONS.filter((permission) => !granted.includes(permission))
  const query = { query: PROBE, useLegacySql: false }
  const refused = await dataset.runJob(`millrace_probe_${randomUUID()}`, location, { query }, signal).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof ConnectorError) || error.problem.retryable) throw error
      return [{ side: 'destination' as const, reason: error.problem.message }]
    },
  )
  const bucketHindrances =
    lacking.length > 0 ? [{ side: 'destination' as const, reason: notGranted(lacking).problem.message }] : []
  const tables: (Table | undefined)[] = []
  await inLanes(plan.targets, AT_ONCE, async (target) => void tables.push(await dataset.table(tableName(target))))
  const cost = mirrorCost(tables, plan.everyMs)
  return [...bucketHindrances, ...refused, ...loadHindrances(plan), cost, ...collationNotes(dataset.id, collation)]
}

/** New tables have it, and so do the rows that wait for them. */
const collationNotes = (dataset: string, collation: string | undefined): readonly MirrorHindrance[] =>
  collation === undefined
    ? []
    : [
        {
          side: 'destination',
          isNote: true,
          reason: sentence`Texts in this dataset ignore case (${collation}): a table whose key has a text is paused at its first change.`,
          statement: `ALTER SCHEMA ${quote(dataset)} SET DEFAULT COLLATE '';`,
        },
      ]

/** Each changed table of a batch is one load. */
function loadHindrances({ targets, everyMs = DEFAULT_PACE_MS }: ChangeLoadPlan): readonly MirrorHindrance[] {
  const tables = targets.length
  const jobs = Math.ceil(DAY_MS / everyMs) * tables
  if (jobs <= LOAD_JOBS_A_DAY) return []
  const seconds = Math.ceil((DAY_MS * tables) / LOAD_JOBS_A_DAY / 1_000)
  return [
    {
      side: 'destination',
      reason: sentence`${tables} tables in this interval may be ${jobs} loads a day; Google allows ${LOAD_JOBS_A_DAY} for a project. Choose an interval of ${seconds} seconds or more.`,
    },
  ]
}
