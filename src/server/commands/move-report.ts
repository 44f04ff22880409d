import { countText, differenceText } from '../../cli/row-counts.ts'
import { defined } from '../../core/catalog/defined.ts'
import { inEnglish, type Sentence } from '../../core/catalog/sentence.ts'
import type { MoveEvent } from '../../engine/move/run/move-events.ts'
import type { StreamProgress } from '../../engine/move/run/stream-progress.ts'
import type { StructureObject } from '../../engine/move/structure/structure-object.ts'

/** What a move says while it goes on, and at its end. */
export interface MoveReport {
  onEvent(event: MoveEvent): void
  /** A line for each table, then what did not come of the structure, as text or as JSON. */
  lines(streams: readonly StreamProgress[], asJson: boolean): readonly string[]
  /** After an append: only the person who repeats it can tell rows that arrived from rows that should come again. */
  warnOfRepetition(streams: readonly StreamProgress[]): void
}

/** One line that is overwritten, at a terminal; warnings anywhere, with the table that they are about. */
export function reportOn(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): MoveReport {
  const progress = new Map<string, StreamProgress>()
  const warnings = new Map<string, string[]>()
  let structure: readonly StructureObject[] | undefined
  const clear = output.isTTY ? '\r\u001B[2K' : ''

  const showLog = ({ level, entity, message }: Extract<MoveEvent, { kind: 'log' }>) => {
    // The line of the table says why it failed.
    if (level === 'info' || (level === 'error' && entity !== undefined)) return
    const text = inEnglish(message)
    output.write(`${clear}${entity === undefined ? '' : `${entity}: `}${text}\n`)
    if (entity !== undefined) warnings.set(entity, [...(warnings.get(entity) ?? []), text])
  }
  const showProgress = (stream: StreamProgress) => {
    progress.set(stream.entity, stream)
    const rows = [...progress.values()].reduce((sum, { rowsRead }) => sum + rowsRead, 0)
    output.write(`${clear}${stream.entity}: ${countText(rows)} rows read`)
  }
  return {
    onEvent(event) {
      if (event.kind === 'log') showLog(event)
      else if (event.kind === 'structure') structure = event.objects
      else if (event.kind === 'progress' && output.isTTY) showProgress(event.stream)
    },
    lines: (streams, asJson) =>
      asJson
        ? [
            ...streams.map((stream) => jsonOf(stream, warnings.get(stream.entity))),
            ...(structure ? [JSON.stringify({ structure: structure.map(inWords) })] : []),
          ]
        : [...streams.map(lineOf), ...(structure ?? []).filter(isMissing).map(structureLine)],
    warnOfRepetition(streams) {
      const arrived = streams.filter(({ status }) => status === 'succeeded').map(({ entity }) => entity)
      if (arrived.length === 0 || arrived.length === streams.length) return
      output.write(`Appended and complete: ${arrived.join(', ')}. Leave them out when you repeat this move.\n`)
    },
  }
}

function lineOf({ entity, target, status, rowsWritten, check, difference, error }: StreamProgress): string {
  const proof = check ? `, ${check.state === 'verified' ? 'keys and count verified' : 'counted'} there` : ''
  const rows = difference ? differenceText(difference) : `${countText(rowsWritten)} rows${proof}`
  return `${entity} → ${target}: ${status}, ${error ? problemText(error) : rows}`
}

const jsonOf = ({ notes, error, ...stream }: StreamProgress, warnings: readonly string[] | undefined): string =>
  JSON.stringify({
    ...stream,
    ...defined({
      notes: notes?.map(inEnglish),
      warnings,
      error: error && { code: error.code, message: inEnglish(error.message) },
    }),
  })

const inWords = ({ reason, ...object }: StructureObject) => ({
  ...object,
  ...defined({ reason: reason && inEnglish(reason) }),
})

const isMissing = ({ state }: StructureObject) => state === 'left' || state === 'failed' || state === 'waiting'

function structureLine({ kind, table, name, detail, reason }: StructureObject): string {
  const what = [kind.replaceAll('_', ' '), name || detail].filter(Boolean).join(' ')
  const place = table === undefined ? '' : `${table}: `
  return `${place}${what} does not come${reason ? `: ${inEnglish(reason)}` : '.'}`
}

/** The message and what to do, as two sentences. */
export const problemText = ({
  message,
  hint,
}: {
  readonly message: Sentence
  readonly hint?: Sentence | undefined
}): string =>
  [message, ...(hint ? [hint] : [])]
    .map(inEnglish)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')
