import type { TransformationType } from '../transformations/transformation-types.ts'

/** The steps that a mirror can have: they make one row of one row, or none, and need no other. */
const MIRRORED_STEPS: readonly string[] = [
  'select',
  'rename',
  'cast',
  'compute',
  'mask',
  'filter',
] satisfies readonly TransformationType[]

export const isMirroredStep = (type: string): boolean => MIRRORED_STEPS.includes(type)
