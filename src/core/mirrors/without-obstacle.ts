import type { MirrorObstacle } from '../catalog/mirrors/mirror-obstacles.ts'
import { isMirroredStep } from '../catalog/mirrors/mirrored-steps.ts'
import type { FlowConfig } from '../flows/flow.ts'

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
