import type { StructureState } from '../catalog/runs/structure-objects.ts'
import type { StructureObject } from './structure-object.ts'

/** The parts of a report in the order in which a person reads them: what does not come first. */
const ORDER = ['failed', 'left', 'waiting', 'comes', 'built', 'present'] as const satisfies readonly StructureState[]

export interface ReportPart {
  readonly state: StructureState
  readonly objects: readonly StructureObject[]
}

/** The objects by what becomes of them; parts without objects are left out. */
export const reportParts = (objects: readonly StructureObject[]): readonly ReportPart[] =>
  ORDER.flatMap((state) => {
    const own = objects.filter((object) => object.state === state)
    return own.length > 0 ? [{ state, objects: own }] : []
  })

/** How many objects come, or have come, and how many do not. */
export function reportCounts(objects: readonly StructureObject[]): { readonly coming: number; readonly not: number } {
  const not = objects.filter(({ state }) => state === 'failed' || state === 'left').length
  return { coming: objects.length - not, not }
}
