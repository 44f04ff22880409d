import type { Flow, FlowStream, Transformation } from '../flow.ts'

/** A version of a flow, or the flow as it is. */
export type FlowState = Pick<
  Flow,
  'name' | 'enabled' | 'sourceConnection' | 'destinationConnection' | 'config' | 'freshnessMinutes'
>

/** What the lines of a flow name: connections and other flows, by their ids. */
export interface LineNames {
  connection(id: string): string
  flow(id: string): string
}

/** A flow as lines of text, section by section in the form of YAML, so that two versions can be compared line by line. */
export function flowLines(state: FlowState, names: LineNames): readonly string[] {
  const { name, enabled, sourceConnection, destinationConnection, config, freshnessMinutes } = state
  const {
    streams,
    transformations,
    schedule,
    after,
    sqlBefore,
    sqlAfter,
    budget,
    structure,
    workerClass,
    mirrorSeconds,
    comments,
  } = config
  return [
    ...entry('name', name),
    ...(enabled ? [] : entry('enabled', false)),
    ...entry('source', sourceConnection && names.connection(sourceConnection.id)),
    ...entry('destination', destinationConnection && names.connection(destinationConnection.id)),
    ...entry('freshness_minutes', freshnessMinutes ?? undefined),
    ...entry('schedule', schedule && `${schedule.cron} (${schedule.timezone})`),
    ...entry('overlap', schedule?.overlap),
    ...entry('after', after && { flows: after.flowIds.map(names.flow), when: after.when }),
    ...entry('budget', budget),
    ...entry('structure', structure),
    ...entry('worker_class', workerClass),
    ...entry('mirror_seconds', mirrorSeconds),
    ...(streams.length === 0 ? entry('tables', 'all') : ['tables:', ...streams.flatMap(tableLines)]),
    ...(transformations.length === 0 ? [] : ['steps:', ...transformations.flatMap(stepLines)]),
    ...entry('sql_before', sqlBefore),
    ...entry('sql_after', sqlAfter),
    ...entry(
      'comments',
      comments?.map(({ text }) => text),
    ),
  ]
}

const tableLines = ({ entity, other: _other, ...settings }: FlowStream): readonly string[] => [
  `  - ${entity}`,
  ...indented(
    Object.entries(settings).flatMap(([key, value]) => entry(serverName(key), value)),
    2,
  ),
]

const stepLines = ({ type, stream, settings }: Transformation): readonly string[] => [
  `  - ${type}`,
  ...indented([...entry('table', stream), ...Object.entries(settings).flatMap(([key, value]) => entry(key, value))], 2),
]

/** As the server writes it. */
const serverName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** One setting; nothing for one that is not set. */
function entry(key: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string' && value.includes('\n')) return [`${key}: |`, ...indented(value.split('\n'), 1)]
  if (typeof value !== 'object') return [`${key}: ${String(value)}`]
  return [`${key}:`, ...indented(Array.isArray(value) ? value.flatMap(itemLines) : fieldLines(value), 1)]
}

const fieldLines = (fields: object): readonly string[] =>
  Object.entries(fields).flatMap(([key, value]) => entry(key, value))

function itemLines(item: unknown): readonly string[] {
  const lines = typeof item === 'object' && item !== null ? fieldLines(item) : [String(item)]
  return lines.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
}

const indented = (lines: readonly string[], depth: number): readonly string[] =>
  lines.map((line) => `${'  '.repeat(depth)}${line}`)
