import { sentence } from '../../../core/catalog/sentence.ts'
import type { RefusedValue } from '../../formats/parquet/parquet-writer.ts'
import { TEXT } from '../../formats/parquet/plain-types.ts'
import type { ChangedTable } from '../../ports/change-batch.ts'
import { ConnectorError } from '../../ports/connector.ts'
import { type StagedKinds, stagedChanges } from '../sql/changes/staged-changes.ts'
import { before, KIND, type StagedChanges, UNCHANGED } from './apply-statements.ts'
import type { BigqueryColumn } from './bigquery-column.ts'
import type { FollowedTarget } from './followed-target.ts'
import { keyRange } from './key-range.ts'
import { StagedFile, type StagedFileOptions } from './staged-file.ts'

const text = (name: string): BigqueryColumn => ({
  name,
  type: 'STRING',
  mode: 'NULLABLE',
  stored: TEXT,
  refuses: () => undefined,
})

export const stagedColumns = ({ columns, key }: FollowedTarget): readonly BigqueryColumn[] => [
  text(KIND),
  text(UNCHANGED),
  ...key.flatMap((place, index) => {
    const column = columns[place]?.staged
    return column ? [{ ...column, name: before(index) }] : []
  }),
  ...columns.map(({ staged }) => staged),
]

export interface Staged {
  readonly kinds: StagedKinds
  readonly changes: StagedChanges
}

/** Writes the changes of a table into an object of the bucket. @throws ConnectorError if a value does not fit its column */
export async function stageChanges(
  changed: ChangedTable,
  target: FollowedTarget,
  place: Pick<StagedFileOptions, 'bucket' | 'name'> & { readonly staging: string },
): Promise<Staged> {
  const file = new StagedFile({ ...place, columns: stagedColumns(target), refuse: refused })
  try {
    const pieces = stagedChanges(changed, { isKeyOnce: true })
    let next = pieces.next()
    for (; !next.done; next = pieces.next()) await file.add(next.value)
    if (file.rows > 0) await file.end()
    const { rows } = file
    const { areMoved } = next.value
    const areTaken = changed.taken.size > 0
    const changes = {
      ...target,
      staging: place.staging,
      isEmptied: changed.isEmptied,
      rows,
      unchanged: unchangedPlaces(changed),
      areMoved,
      areTaken,
      range: keyRange(changed, target),
    }
    return { kinds: next.value, changes }
  } finally {
    await file.settled()
  }
}

function unchangedPlaces({ current }: ChangedTable): ReadonlySet<number> {
  const places = new Set<number>()
  for (const { unchanged } of current.values()) for (const place of unchanged) places.add(place)
  return places
}

const refused = ({ column: { name, refuses }, text: value }: RefusedValue<BigqueryColumn>) =>
  new ConnectorError({
    code: 'VALUE_NOT_REPRESENTABLE',
    message: sentence`Column ${name} ${refuses(value ?? '') ?? sentence`accepts only valid UTF-8`}.`,
    hint: sentence`Correct the row at the source, then copy the table again.`,
  })
