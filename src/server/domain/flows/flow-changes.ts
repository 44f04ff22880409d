import { defined } from '../../../core/catalog/defined.ts'
import { unlistedTable } from '../../../core/catalog/policies/unlisted-table.ts'
import { ALL_TABLES } from '../../../core/catalog/setting-text.ts'
import type { ConfiguredStream } from '../../store/flows/flow-config.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import type { AuditChange } from '../../store/organizations/audit.ts'
import { changesOf, MAX_CHANGES } from '../audit/changes-of.ts'

/** A state of a flow, with the names of the flows after which it starts. */
export type DescribedFlow = Pick<FlowRow, 'name' | 'enabled' | 'config'> & {
  readonly source: { readonly name: string }
  readonly destination: { readonly name: string; readonly type: string }
  readonly freshnessMinutes: number | null
  readonly codeFile: string | null
  /** Its name. */
  readonly owner: string | null
  readonly tags: readonly string[]
  readonly after?: object
}

/** The differences between two states of a flow, as versions and the audit log tell them. */
export function flowChanges(before: DescribedFlow, after: DescribedFlow): readonly AuditChange[] {
  const [was, is] = [before.config.streams, after.config.streams]
  if ((was.length === 0) === (is.length === 0))
    return changesOf({ ...describedFlow(before), streams: was }, { ...describedFlow(after), streams: is })
  // A flow without a list moves every table: one change, as none was removed or came, and what the listed ones lose or get.
  const unlisted = (streams: readonly ConfiguredStream[], { destination }: DescribedFlow) =>
    streams.map((stream) => unlistedTable({ ...stream }, destination.type))
  const tables = {
    before: was.length > 0 ? was : unlisted(is, before),
    after: is.length > 0 ? is : unlisted(was, after),
  }
  const all = changesOf(
    { ...describedFlow(before), streams: reportedTables(was) },
    { ...describedFlow(after), streams: reportedTables(is) },
  )
  const next = all.findIndex(({ path }) => path.join() === 'streams') + 1
  const ofTables = changesOf({ streams: tables.before }, { streams: tables.after })
  return [...all.slice(0, next), ...ofTables, ...all.slice(next)].slice(0, MAX_CHANGES)
}

const reportedTables = (streams: readonly ConfiguredStream[]): string =>
  streams.length === 0 ? ALL_TABLES : streams.map(({ entity }) => entity).join(', ')

/** Source and destination by their names. */
const describedFlow = ({
  name,
  enabled,
  source,
  destination,
  config,
  freshnessMinutes,
  codeFile,
  owner,
  tags,
  after,
}: DescribedFlow) => ({
  name,
  enabled,
  source: source.name,
  destination: destination.name,
  freshness: freshnessMinutes,
  owned_by: codeFile,
  owner,
  tags: tags.length > 0 ? tags.join(', ') : null,
  ...config,
  ...defined({ after }),
})
