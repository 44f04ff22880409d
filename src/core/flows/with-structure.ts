import type { StructurePolicy } from '../catalog/policies/structure-policies.ts'
import type { FlowConfig } from './flow.ts'

/** The same flow with or without the structure of its source. */
export function withStructure({ structure: _, ...config }: FlowConfig, policy: StructurePolicy): FlowConfig {
  return policy === 'all' ? { ...config, structure: 'all' } : config
}
