import type { WriteMode } from '../../catalog/connections/connection-types.ts'
import { defined } from '../../catalog/defined.ts'
import { isMirrored } from '../../catalog/mirrors/is-mirrored.ts'
import type { Entity } from '../../connections/entity.ts'
import type { FlowStream } from '../flow.ts'

type Streams = readonly FlowStream[]

export const streamOf = (streams: Streams, entity: string): FlowStream | undefined =>
  streams.find((stream) => stream.entity === entity)

/** Selects or deselects these entities; entities that were selected before keep their settings. A mirror follows the added ones, too. */
export function choose(streams: Streams, entities: readonly string[], isChosen: boolean, mode: WriteMode): Streams {
  // Sets, because a source may have thousands of tables.
  const [meant, before] = [new Set(entities), new Set(streams.map(({ entity }) => entity))]
  if (!isChosen) return streams.filter(({ entity }) => !meant.has(entity))
  const added = entities.filter((entity) => !before.has(entity))
  const own = isMirrored({ streams }) ? 'mirror' : mode
  return [...streams, ...added.map((entity): FlowStream => ({ entity, mode: own }))]
}

/** The streams with one of them changed. */
export const changed = (streams: Streams, entity: string, change: (stream: FlowStream) => FlowStream): Streams =>
  streams.map((stream) => (stream.entity === entity ? change(stream) : stream))

/** An empty name means the destination's default target. */
export const retarget = (streams: Streams, entity: string, target: string): Streams =>
  changed(streams, entity, ({ target: _before, ...stream }) => {
    const name = target.trim()
    return name === '' ? stream : { ...stream, target: name }
  })

/** All columns are stored as no selection, so that new columns are included. */
export const chooseColumns = (streams: Streams, { name, columns }: Entity, chosen: readonly string[]): Streams =>
  changed(streams, name, ({ columns: _before, ...stream }) => {
    const left = columns.map((column) => column.name).filter((column) => chosen.includes(column))
    return left.length === columns.length ? stream : { ...stream, columns: left }
  })

export const chosenColumns = (stream: FlowStream, { columns }: Entity): readonly string[] =>
  stream.columns ?? columns.map(({ name }) => name)

/** The selected streams with or without these columns; a table always keeps at least one column: its key, otherwise its first. */
export function chooseAmong(
  { columns }: Entity,
  chosen: readonly string[],
  among: readonly string[],
  isChosen: boolean,
): readonly string[] {
  if (isChosen) return [...new Set([...chosen, ...among])]
  const left = chosen.filter((name) => !among.includes(name))
  if (left.length > 0) return left
  const keys = columns.filter(({ keyPosition }) => keyPosition !== undefined)
  return (keys.length > 0 ? keys : columns.slice(0, 1)).map(({ name }) => name)
}

/** A mirror follows all tables of its flow or none, so they enter and leave it together. */
export const chooseMode = (streams: Streams, entity: string, mode: WriteMode): Streams =>
  isTogether(streams, mode)
    ? streams.map((stream) => withMode(stream, mode))
    : changed(streams, entity, (stream) => withMode(stream, mode))

/** Everything that a log has rows of: views have none. */
export const mirrorOf = (entities: readonly Pick<Entity, 'name' | 'kind'>[]): Streams =>
  entities.flatMap(({ name, kind = '' }): Streams => (kind.endsWith('view') ? [] : [{ entity: name, mode: 'mirror' }]))

const isTogether = (streams: Streams, mode: WriteMode): boolean => mode === 'mirror' || isMirrored({ streams })

/** A mode that keeps old rows may read only new rows; the others may not. */
const withMode = (
  { cursor, key, onVanished, vanishedColumn, vanishedPercent, ...stream }: FlowStream,
  mode: WriteMode,
): FlowStream => ({
  ...stream,
  mode,
  ...defined({
    onVanished: mode === 'upsert' && onVanished ? onVanished : undefined,
    vanishedColumn: mode === 'upsert' && vanishedColumn !== undefined ? vanishedColumn : undefined,
    vanishedPercent: mode === 'upsert' && vanishedPercent !== undefined ? vanishedPercent : undefined,
    cursor: (mode === 'append' || mode === 'upsert') && cursor !== undefined ? cursor : undefined,
    key: mode === 'upsert' && key ? key : undefined,
  }),
})

/** No column: every row in every run. */
export const chooseCursor = (streams: Streams, entity: string, cursor: string): Streams =>
  changed(streams, entity, ({ cursor: _before, ...stream }) => (cursor === '' ? stream : { ...stream, cursor }))

/** The policies for rows, columns and types that do not fit. */
export type Policies = Pick<
  FlowStream,
  'drift' | 'onInvalid' | 'zeroDates' | 'emptyCursor' | 'ownTypes' | 'onVanished' | 'verify'
>

/** The default of each policy is stored as absent. */
export const choosePolicies = (streams: Streams, entity: string, chosen: Policies): Streams =>
  changed(streams, entity, (stream) => {
    const { drift, onInvalid, zeroDates, emptyCursor, ownTypes, onVanished, verify, ...others } = {
      ...stream,
      ...chosen,
    }
    const { vanishedColumn: _column, vanishedPercent: _percent, ...withoutVanished } = others
    return {
      ...(onVanished && onVanished !== 'keep' ? { ...others, onVanished } : withoutVanished),
      ...defined({
        drift: drift && drift !== 'follow' ? drift : undefined,
        onInvalid: onInvalid && onInvalid !== 'fail' ? onInvalid : undefined,
        zeroDates: zeroDates && zeroDates !== 'null' ? zeroDates : undefined,
        emptyCursor: emptyCursor && emptyCursor !== 'read' ? emptyCursor : undefined,
        ownTypes: ownTypes && ownTypes !== 'create' ? ownTypes : undefined,
        verify: verify && verify !== 'keys' ? verify : undefined,
      }),
    }
  })

/** Several streams at once; absent settings stay unchanged in each. */
export interface BulkChoice extends Pick<FlowStream, 'drift' | 'onInvalid'> {
  readonly mode?: WriteMode
}

export function chooseForAll(
  streams: Streams,
  entities: readonly string[],
  { mode, ...policies }: BulkChoice,
): Streams {
  const meant = new Set(entities)
  const isForAll = mode !== undefined && isTogether(streams, mode)
  return streams.flatMap((stream) => {
    const isMeant = meant.has(stream.entity)
    const written = mode && (isMeant || isForAll) ? withMode(stream, mode) : stream
    return isMeant ? choosePolicies([written], stream.entity, policies) : [written]
  })
}

/** No column: the table's own key. */
export const chooseKey = (streams: Streams, entity: string, key: readonly string[]): Streams =>
  changed(streams, entity, ({ key: _before, ...stream }) => (key.length === 0 ? stream : { ...stream, key }))

/** No column: the one with the field's name. */
export const mapField = (streams: Streams, entity: string, field: string, column: string): Streams =>
  changed(streams, entity, ({ mapping = {}, ...stream }) => {
    const { [field]: _before, ...others } = mapping
    const next = column === '' ? others : { ...others, [field]: column }
    return Object.keys(next).length === 0 ? stream : { ...stream, mapping: next }
  })

/** Streams whose mode the destination does not support get its first mode. */
export const fitModes = (streams: Streams, modes: readonly WriteMode[]): Streams => {
  const [first] = modes
  if (!first) return streams
  return streams.reduce<Streams>(
    (fitted, { entity, mode }) => (modes.includes(mode) ? fitted : chooseMode(fitted, entity, first)),
    streams,
  )
}
