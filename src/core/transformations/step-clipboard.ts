import { defined } from '../catalog/defined.ts'
import type { Transformation } from '../flows/flow.ts'

/** A step without its id in a flow, so that it can be inserted into any flow. */
export type CopiedStep = Omit<Transformation, 'id' | 'other'>

/** Identifies the text, for other programs and for people who read it. */
export const KIND = 'millrace/steps'

/** Steps as JSON, to be pasted into this flow, another flow, or a text. */
export const textOfSteps = (steps: readonly Transformation[]): string =>
  JSON.stringify({ kind: KIND, steps: steps.map(withoutId) }, null, 2)

export const withoutId = ({ type, stream, name, note, settings }: Transformation): CopiedStep =>
  defined({ type, stream, name, note, settings })
