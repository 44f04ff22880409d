import { linesIn } from '../catalog/transformations/transformation-settings.ts'
import type { FlowConfig, FlowStream } from '../flows/flow.ts'
import type { Run, RunStream } from '../runs/run.ts'
import type { FailedStream } from './failure.ts'
import type { FlowMend, FollowedRename } from './mend.ts'
import { withOther } from './missing/mend-flow.ts'
import type { MissingObject } from './missing/missing-object.ts'
import { mendedBy } from './source-mends.ts'
import { quotedName, quotedTable } from './texts/quoted-name.ts'

interface Around {
  readonly config: FlowConfig
  /** The type of the destination. */
  readonly destination: string
  /** For tables that leave new columns out. */
  readonly tables?: FailedStream['tables']
}

/**
 * For columns that were probably renamed at the source while a run followed, so that the destination has a column of each name: values arrive in
 * the former one again. Those that have arrived meanwhile are filled by a statement, or by reading the rows again.
 */
export const followedRenames = ({ streams }: Pick<Run, 'streams'>, around: Around): readonly FlowMend[] =>
  streams.flatMap((stream) =>
    (stream.renamedColumns ?? []).flatMap(({ name, to }) => mendsOf(stream, { name, to }, around)),
  )

interface Renamed {
  readonly name: string
  readonly to: string
}

function mendsOf(
  stream: RunStream,
  { name, to }: Renamed,
  { config, destination, tables }: Around,
): readonly FlowMend[] {
  const { entity } = stream
  const own = config.streams.find((configured) => configured.entity === entity)
  const isMoved = config.streams.length === 0 || own !== undefined
  // MySQL does not distinguish the two names, so the values have arrived in the former column.
  const isSame = destination === 'mysql' && name.toLowerCase() === to.toLowerCase()
  const sides = sidesOf(entity, own, { to, tables })
  if (!isMoved || isSame || !sides || isRenamedByStep(config, entity, to)) return []
  const missing: MissingObject = { table: entity, column: name, uses: [], isRemovable: false, ...sides }
  return [
    {
      kind: 'flow',
      act: 'replace-column',
      names: [name, to],
      ...mendedBy(missing, withOther(config, missing, to), to),
      followed: followedBy(stream, own, { name, to, destination }),
    },
  ]
}

/** Where new columns are left out, the others have to be listed; nothing while they are not known. */
function sidesOf(
  entity: string,
  own: FlowStream | undefined,
  { to, tables }: { readonly to: string; readonly tables: FailedStream['tables'] | undefined },
): (Pick<MissingObject, 'choices'> & { readonly renamed: readonly string[] }) | undefined {
  if (own?.drift !== 'ignore') return { choices: [to], renamed: [to] }
  const namesIn = (of: NonNullable<FailedStream['tables']>['known'] | undefined) =>
    of?.find((table) => table.name === entity)?.columns.map((column) => column.name)
  const [choices, known] = [namesIn(tables?.now), namesIn(tables?.known)]
  return choices && known && { choices, renamed: choices.filter((column) => !known.includes(column)) }
}

function followedBy(
  { target }: RunStream,
  { mode = 'replace', cursor, drift }: Partial<FlowStream> = {},
  { name, to, destination }: Renamed & { readonly destination: string },
): FollowedRename {
  const isPart = mode === 'append' || (mode === 'upsert' && cursor !== undefined)
  // A column that is left out has not arrived.
  const drops = destination === 'bigquery' && mode === 'replace' ? { drops: true as const } : {}
  if (!isPart || drift === 'ignore' || (destination !== 'postgres' && destination !== 'mysql'))
    return { mode, isPart, ...drops }
  const [former, present] = [quotedName(destination, name), quotedName(destination, to)]
  const fills = `UPDATE ${quotedTable(destination, target)} SET ${former} = ${present} WHERE ${former} IS NULL;`
  return { mode, isPart, fills }
}

const isRenamedByStep = ({ transformations }: FlowConfig, table: string, column: string): boolean =>
  transformations.some(
    ({ type, stream = table, settings }) =>
      type === 'rename' && stream === table && linesIn(settings, 'columns').some((line) => line['column'] === column),
  )
