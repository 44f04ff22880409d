import type { Entity } from '../../../core/connections/entity.ts'
import type { FlowStream } from '../../../core/flows/flow.ts'

type Streams = readonly FlowStream[]

export const streamOf = (streams: Streams, entity: string): FlowStream | undefined =>
  streams.find((stream) => stream.entity === entity)

/** Chooses these entities, or no longer; those that were chosen before keep their settings. */
export function choose(streams: Streams, entities: readonly string[], isChosen: boolean): Streams {
  if (!isChosen) return streams.filter(({ entity }) => !entities.includes(entity))
  const added = entities.filter((entity) => !streamOf(streams, entity))
  return [...streams, ...added.map((entity): FlowStream => ({ entity, mode: 'replace' }))]
}

const changed = (streams: Streams, entity: string, change: (stream: FlowStream) => FlowStream): Streams =>
  streams.map((stream) => (stream.entity === entity ? change(stream) : stream))

/** An empty name, or that of the entity itself, is the default: the same name in the destination. */
export const retarget = (streams: Streams, entity: string, target: string): Streams =>
  changed(streams, entity, ({ target: _before, ...stream }) => {
    const name = target.trim()
    return name === '' || name === entity ? stream : { ...stream, target: name }
  })

/** Every column is written as no choice at all, so that columns that are added later come along. */
export const chooseColumns = (streams: Streams, { name, columns }: Entity, chosen: readonly string[]): Streams =>
  changed(streams, name, ({ columns: _before, ...stream }) =>
    chosen.length === columns.length
      ? stream
      : { ...stream, columns: columns.map((column) => column.name).filter((column) => chosen.includes(column)) },
  )

export const chosenColumns = (stream: FlowStream, { columns }: Entity): readonly string[] =>
  stream.columns ?? columns.map(({ name }) => name)
