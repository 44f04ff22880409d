import { defined } from '../catalog/defined.ts'
import { isTransformationType } from '../catalog/transformations/transformation-types.ts'
import type { CopiedStep } from './step-clipboard.ts'

/** As `textOfSteps` writes it; a value of that file would be loaded with it. */
const KIND = 'millrace/steps'

/** The steps of a text that was copied here; nothing for any other text. */
export function stepsOfText(text: string): readonly CopiedStep[] | undefined {
  const { kind, steps } = asRecord(parsed(text))
  if (kind !== KIND || !Array.isArray(steps) || steps.length === 0) return undefined
  const copied = steps.flatMap(stepOf)
  return copied.length === steps.length ? copied : undefined
}

function stepOf(value: unknown): readonly CopiedStep[] {
  const { type, stream, name, note, settings } = asRecord(value)
  const isStep = typeof type === 'string' && isTransformationType(type) && isRecord(settings)
  return isStep ? [defined({ type, stream: asText(stream), name: asText(name), note: asText(note), settings })] : []
}

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
