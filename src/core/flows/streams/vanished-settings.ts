import { MARK_COLUMN, VANISHED_PERCENT } from '../../catalog/policies/vanished-policies.ts'
import type { FlowStream } from '../flow.ts'
import { changed } from './stream-selection.ts'

type Streams = readonly FlowStream[]

/** An empty name means the usual one. */
export const chooseMarkColumn = (streams: Streams, entity: string, name: string): Streams =>
  changed(streams, entity, ({ vanishedColumn: _before, ...stream }) => {
    const column = name.trim()
    return column === '' || column === MARK_COLUMN ? stream : { ...stream, vanishedColumn: column }
  })

/** Anything that is no share means the usual one. */
export const chooseVanishedPercent = (streams: Streams, entity: string, text: string): Streams =>
  changed(streams, entity, ({ vanishedPercent: _before, ...stream }) => {
    const percent = text.trim() === '' ? Number.NaN : Number(text)
    const isShare = percent >= 0 && percent <= 100
    return isShare && percent !== VANISHED_PERCENT ? { ...stream, vanishedPercent: percent } : stream
  })
