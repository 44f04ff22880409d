import { isMirroredStep } from './mirrored-steps.ts'

/** What a flow has that a mirror cannot have. */
export const MIRROR_OBSTACLES = ['steps', 'schedule', 'sql', 'structure'] as const

export type MirrorObstacle = (typeof MIRROR_OBSTACLES)[number]

/** What of a flow may be in the way. */
export interface MirroredConfig {
  readonly transformations: readonly { readonly type: string }[]
  readonly schedule?: unknown
  /** It starts after another flow. */
  readonly after?: unknown
  readonly sqlBefore?: unknown
  readonly sqlAfter?: unknown
  readonly structure?: unknown
}

export const mirrorObstacles = (config: MirroredConfig): readonly MirrorObstacle[] =>
  MIRROR_OBSTACLES.filter((obstacle) => HAS[obstacle](config))

const HAS: Readonly<Record<MirrorObstacle, (config: MirroredConfig) => boolean>> = {
  steps: ({ transformations }) => transformations.some(({ type }) => !isMirroredStep(type)),
  schedule: ({ schedule, after }) => isThere(schedule) || isThere(after),
  sql: ({ sqlBefore, sqlAfter }) => isThere(sqlBefore) || isThere(sqlAfter),
  structure: ({ structure }) => isThere(structure),
}

/** The store has nothing as null or an empty text, too. */
const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
