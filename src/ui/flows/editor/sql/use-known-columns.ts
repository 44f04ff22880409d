import { useMemo } from 'react'

import type { Entity } from '../../../../core/connections/entity.ts'
import type { FlowConfig, Transformation } from '../../../../core/flows/flow.ts'
import { columnTypesAt } from '../../../../core/transformations/column-types-at.ts'
import type { StepReview } from '../../../../core/transformations/review-steps.ts'
import type { KnownColumn } from './sql-language.ts'

/** The input columns of a step, with their types as far as known; undefined while the columns are unknown. */
export function useKnownColumns(
  { id }: Transformation,
  config: FlowConfig,
  entities: readonly Entity[] | undefined,
  review: StepReview | undefined,
): readonly KnownColumn[] | undefined {
  const types = useMemo(() => columnTypesAt(id, config, entities), [id, config, entities])
  const named = review?.columns?.map((name) => [name, types.get(name) ?? null] as const)
  // The editor takes other columns as another language, and looks up again what it offers: so not for each letter that is typed.
  const text = JSON.stringify(named)
  return useMemo(() => {
    if (text === undefined) return undefined
    const known: readonly (readonly [string, string | null])[] = JSON.parse(text)
    return known.map(([name, type]) => ({ name, type: type ?? undefined }))
  }, [text])
}
