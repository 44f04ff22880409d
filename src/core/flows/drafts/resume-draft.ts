import { defined } from '../../catalog/defined.ts'
import type { EditedFlow, Flow } from '../flow.ts'
import type { UnsavedFlow } from './draft-store.ts'
import { editionOf } from './edition-of.ts'
import { isDone } from './flow-difference.ts'

/** The initial state of the editor. */
export interface ResumedDraft {
  readonly draft: Flow
  /** What the server had when the unsaved changes were made. */
  readonly saved: Flow
  /** The unsaved changes of an earlier visit. */
  readonly unsaved?: UnsavedFlow
  /** The flow was changed elsewhere since then. */
  readonly isConflict?: true
}

/** The flow with the unsaved changes of an earlier visit. */
export function resumeDraft(flow: EditedFlow, unsaved: UnsavedFlow | undefined): ResumedDraft {
  // If the answer to a save arrived after the page was left, the server already has the changes.
  if (!unsaved || isDone(flow, unsaved.change)) return openDraft(flow)
  const isConflict = editionOf(unsaved.base) !== editionOf(flow) || flow.base !== undefined
  const saved = isConflict ? unsaved.base : flow
  return defined({ draft: { ...saved, ...unsaved.change }, saved, unsaved, isConflict: isConflict || undefined })
}

/** The flow as the server has it. If its draft and what was published since change the same part, a person has to merge the two. */
export const openDraft = (flow: EditedFlow): ResumedDraft => ({
  draft: flow,
  saved: flow,
  ...defined({ isConflict: flow.base ? (true as const) : undefined }),
})
