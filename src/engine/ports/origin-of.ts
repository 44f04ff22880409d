import type { LogOrigin } from '../../core/catalog/runs/log-origins.ts'
import type { Problem } from './connector.ts'

/** The origin of a problem, as far as known; a problem of a step names the step. */
export const originOf = ({ node, side }: Pick<Problem, 'node' | 'side'>): LogOrigin | undefined =>
  node === undefined ? side : 'step'
