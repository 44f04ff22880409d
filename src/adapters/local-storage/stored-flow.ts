import type { Flow, FlowChange, FlowConfig } from '../../core/flows/flow.ts'

// Everybody with access to the browser's tools can change the storage, so its content is checked like any input.
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export function isFlow(value: unknown): value is Flow {
  const { id, name, enabled, config } = asRecord(value)
  return typeof id === 'string' && typeof name === 'string' && typeof enabled === 'boolean' && isConfig(config)
}

export function isChange(value: unknown): value is FlowChange {
  const { name, enabled, config } = asRecord(value)
  return (
    typeof value === 'object' &&
    value !== null &&
    ['string', 'undefined'].includes(typeof name) &&
    ['boolean', 'undefined'].includes(typeof enabled) &&
    (config === undefined || isConfig(config))
  )
}

function isConfig(value: unknown): value is FlowConfig {
  const { streams, transformations } = asRecord(value)
  return isListOf(streams, 'entity') && isListOf(transformations, 'id')
}

const isListOf = (value: unknown, key: string): boolean =>
  Array.isArray(value) && value.every((item) => typeof asRecord(item)[key] === 'string')
