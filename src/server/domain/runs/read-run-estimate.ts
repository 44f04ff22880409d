import type { PredictedRefusal } from '../../../core/catalog/budgets.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { counted } from '../../../core/catalog/estimates/figure.ts'
import type { SideEstimate } from '../../../engine/ports/estimate.ts'
import type { Database } from '../../store/database/database.ts'
import { findRunEstimate } from '../../store/runs/run-estimates.ts'
import { notFound } from '../request-error.ts'

export interface RunEstimate {
  readonly source: SideEstimate
  readonly destination: SideEstimate
  /** Why a run would not begin. */
  readonly refusal?: PredictedRefusal
}

const NOTHING: SideEstimate = { figures: {}, quotas: [], notes: [] }

/** What a run would cost after a dry run: it reads as much as the dry run, so reading costs the same. @throws RequestError */
export async function readRunEstimate(database: Database, organizationId: string, runId: string): Promise<RunEstimate> {
  const found = await database.inOrganization(organizationId, (query) => findRunEstimate(query, organizationId, runId))
  if (!found) throw notFound()
  const { destination, dollars } = found
  return defined({
    source: dollars === null || dollars === 0 ? NOTHING : { ...NOTHING, figures: { dollars: counted(dollars) } },
    destination: destination ?? NOTHING,
    refusal: destination?.refusal && destination.refusal,
  })
}
