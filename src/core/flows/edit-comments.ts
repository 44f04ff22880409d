import { defined } from '../catalog/defined.ts'
import type { CanvasComment, FlowConfig } from './flow.ts'

/** The same flow with a comment that is new, or changed. */
export function withComment(config: FlowConfig, comment: CanvasComment): FlowConfig {
  const { comments = [] } = config
  const isKnown = comments.some(({ id }) => id === comment.id)
  return {
    ...config,
    comments: isKnown ? comments.map((known) => (known.id === comment.id ? comment : known)) : [...comments, comment],
  }
}

export function withoutComment({ comments = [], ...config }: FlowConfig, id: string): FlowConfig {
  const left = comments.filter((comment) => comment.id !== id)
  return { ...config, ...defined({ comments: left.length > 0 ? left : undefined }) }
}
