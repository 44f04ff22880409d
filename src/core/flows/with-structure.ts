import type { StructurePolicy } from '../catalog/policies/structure-policies.ts'
import type { FlowConfig } from './flow.ts'

/** The same flow with or without the structure of its source. */
export function withStructure({ structure: _, ...config }: FlowConfig, policy: StructurePolicy): FlowConfig {
  return policy === 'all' ? { ...config, structure: 'all' } : config
}

/** What a flow without chosen tables moves: all, but views come as views if the structure comes along. */
export const movedTables = <Known extends { readonly kind?: string }>(
  entities: readonly Known[],
  { structure }: Pick<FlowConfig, 'structure'>,
): readonly Known[] => (structure ? entities.filter(({ kind = '' }) => !kind.endsWith('view')) : entities)
