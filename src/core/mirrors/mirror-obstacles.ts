import { isMirroredStep } from '../catalog/mirrors/mirrored-steps.ts'
import type { FlowConfig } from '../flows/flow.ts'

/** What a flow has that a mirror cannot have. */
export const MIRROR_OBSTACLES = ['steps', 'schedule', 'sql', 'structure'] as const

export type MirrorObstacle = (typeof MIRROR_OBSTACLES)[number]

export const mirrorObstacles = (config: FlowConfig): readonly MirrorObstacle[] =>
  MIRROR_OBSTACLES.filter((obstacle) => HAS[obstacle](config))

const HAS: Readonly<Record<MirrorObstacle, (config: FlowConfig) => boolean>> = {
  steps: ({ transformations }) => transformations.some(({ type }) => !isMirroredStep(type)),
  schedule: ({ schedule, after }) => schedule !== undefined || after !== undefined,
  sql: ({ sqlBefore, sqlAfter }) => sqlBefore !== undefined || sqlAfter !== undefined,
  structure: ({ structure }) => structure !== undefined,
}

/** The same flow without one of them. */
export function withoutObstacle(config: FlowConfig, obstacle: MirrorObstacle): FlowConfig {
  const { schedule: _schedule, after: _after, ...unscheduled } = config
  const { sqlBefore: _before, sqlAfter: _sql, ...withoutSql } = config
  const { structure: _structure, ...plain } = config
  const without: Readonly<Record<MirrorObstacle, FlowConfig>> = {
    steps: { ...config, transformations: config.transformations.filter(({ type }) => isMirroredStep(type)) },
    schedule: unscheduled,
    sql: withoutSql,
    structure: plain,
  }
  return without[obstacle]
}
