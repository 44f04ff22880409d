import type { Flow } from '../../../core/flows/flow.ts'

/** The tags of any of these flows, in the order of the alphabet. */
export const knownTags = (flows: readonly Flow[]): readonly string[] =>
  [...new Set(flows.flatMap(({ tags = [] }) => tags))].sort((one, other) => one.localeCompare(other))
