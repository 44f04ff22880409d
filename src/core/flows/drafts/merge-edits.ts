import type { EditedFlow, Flow } from '../flow.ts'
import { flowDifference } from './flow-difference.ts'
import type { Merged, MergeFlow } from './merge-flow.ts'

interface Edits {
  /** What the server had when the edits began. */
  readonly saved: Flow
  readonly edited: Flow
  /** What it has now. */
  readonly newer: EditedFlow
  /** What runs use; needed if the draft of `newer` has to be merged with it. */
  readonly published?: Flow | undefined
}

/** Puts edits over what somebody else has saved: first over the draft as it is now, then both over what was published since it was begun. */
export function mergeEdits(merge: MergeFlow, { saved, edited, newer, published }: Edits): Merged {
  const draft = merge(saved, edited, newer)
  if (!draft.ok || !newer.base || !published) return draft
  return merge({ ...newer, ...newer.base }, { ...newer, ...draft.change }, published)
}

/** The edits win; what only others have changed stays. */
export const preferMine: MergeFlow = (base, mine) => ({ ok: true, change: flowDifference(base, mine) })
