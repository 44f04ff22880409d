import { defined } from '../catalog/defined.ts'
import { defaultSettings } from '../catalog/transformations/transformation-settings.ts'
import { TRANSFORMATION_TYPES, type TransformationType } from '../catalog/transformations/transformation-types.ts'
import type { Transformation } from '../flows/flow.ts'

type Steps = readonly Transformation[]

/** A new step, for all tables or one. */
export const newStep = (id: string, type: TransformationType, stream?: string): Transformation => ({
  id,
  type,
  ...defined({ stream }),
  settings: defaultSettings(TRANSFORMATION_TYPES[type].settings),
})

/** Inserts steps before the one at the index. */
export const withSteps = (steps: Steps, index: number, added: Steps): Steps => [
  ...steps.slice(0, index),
  ...added,
  ...steps.slice(index),
]

export const withoutSteps = (steps: Steps, ids: readonly string[]): Steps => steps.filter(({ id }) => !ids.includes(id))

/** Moves the step by that many positions, at most to the end. */
export function movedStep(steps: Steps, id: string, by: number): Steps {
  const step = steps.find((candidate) => candidate.id === id)
  if (!step) return steps
  const index = Math.max(0, steps.indexOf(step) + by)
  const rest = withoutSteps(steps, [id])
  return [...rest.slice(0, index), step, ...rest.slice(index)]
}

/**
 * Puts a step directly behind another one. @param from undefined: the source
 * @param to undefined: the destination, so that `from` comes last
 */
export function connectedSteps(steps: Steps, from: string | undefined, to: string | undefined): Steps {
  const moved = steps.find(({ id }) => id === (to ?? from))
  if (!moved || from === to) return steps
  const rest = withoutSteps(steps, [moved.id])
  const index = to === undefined ? rest.length : rest.findIndex(({ id }) => id === from) + 1
  const next = [...rest.slice(0, index), moved, ...rest.slice(index)]
  return next.every((step, at) => step === steps[at]) ? steps : next
}

export const withSetting = (steps: Steps, id: string, name: string, value: unknown): Steps =>
  steps.map((step) => (step.id === id ? { ...step, settings: { ...step.settings, [name]: value } } : step))

/** Its name, or the comment beside it; an empty text removes it. */
export const withWords = (steps: Steps, id: string, words: 'name' | 'note', text: string): Steps =>
  steps.map((step) => {
    if (step.id !== id) return step
    const { [words]: _before, ...rest } = step
    return text === '' ? rest : { ...rest, [words]: text }
  })

/** Without a stream the step applies to every stream. */
export const withStream = (steps: Steps, id: string, stream: string | undefined): Steps =>
  steps.map((step) => {
    if (step.id !== id) return step
    const { stream: _before, ...rest } = step
    return stream === undefined ? rest : { ...rest, stream }
  })
