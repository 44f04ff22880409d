import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { RunResponse } from '../../../contract/runs.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { RunKind } from '../../../core/catalog/runs/run-kinds.ts'
import type { FlowOfRun } from '../../../core/runs/compare/compare-flows.ts'
import type { Run } from '../../../core/runs/run.ts'

type Row = CamelCased<RunResponse>

export function runOf(row: Row): Run {
  const { dry, verify, backfill, source, destination, flow, flowDeleted, becomesOthers, ...run } = row
  const standIns = (['source', 'destination'] as const).filter((end) => row[end]?.isStandIn)
  return {
    streams: [],
    ...run,
    kind: kindOf(row),
    ...defined({
      standIns: standIns.length > 0 ? standIns : undefined,
      isFlowDeleted: flowDeleted,
      combinesRows: becomesOthers,
      flow: flow && flowOfRun(flow),
    }),
  }
}

function kindOf({ dry, verify, backfill }: Row): RunKind {
  if (verify) return 'compare'
  if (dry) return 'dry-run'
  return backfill ? 'backfill' : 'move'
}

function flowOfRun({ config, ...ends }: NonNullable<Row['flow']>): FlowOfRun {
  const { transformations, sqlBefore, sqlAfter, structure, workerClass, ...parts } = config
  return {
    ...ends,
    ...parts,
    steps: transformations,
    sql: defined({ before: sqlBefore, after: sqlAfter }),
    ...defined({
      structure: structure === 'all' ? { comes: structure } : undefined,
      workers: workerClass ? { class: workerClass } : undefined,
    }),
  }
}
