import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide'

import type { TableShape } from '../../../../core/connections/compare-tables.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, FlowChange, FlowConnection } from '../../../../core/flows/flow.ts'
import { useIsAllowed } from '../../../access/use-active-organization.ts'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { useEntities } from '../../../queries/use-connections.ts'
import { useKnownTables } from '../../../queries/use-known-tables.ts'
import styles from './flow-setup.module.css'
import { StreamPicker } from './stream-picker.tsx'

/** The tables are cached until the user refreshes them. */
export function ReadAgain({ source: { id, type = '' } }: { readonly source: FlowConnection }) {
  const { t } = useLingui()
  const { refetch, isFetching } = useEntities({ id, type })
  if (!useIsAllowed('connection.test')) return null
  return (
    <IconButton
      icon={RotateCw}
      size="sm"
      label={t`Read the tables of the source again`}
      aria-busy={isFetching}
      onClick={() => void refetch()}
    />
  )
}

interface StreamsProps {
  readonly source: FlowConnection
  readonly flow: Flow
  readonly isReadOnly: boolean
  onOpenTables(): void
  onChange(change: FlowChange): void
}

const NONE: readonly TableShape[] = []

/** The tables of a flow, and how they are moved. */
export function FlowStreams(props: StreamsProps) {
  return useIsAllowed('connection.test') ? <SourceStreams {...props} /> : <KnownStreams {...props} />
}

/** For users who may not query the source: the flow's tables, and those that its runs have found. */
function KnownStreams(props: StreamsProps) {
  const { data: known = NONE, isLoading } = useKnownTables(props.flow, true)
  if (isLoading) return <SkeletonRows count={5} />
  const named = props.flow.config.streams.map(({ entity }) => ({ name: entity, columns: [] }))
  const tables = [...known, ...named.filter(({ name }) => !known.some((table) => table.name === name))]
  return tables.length > 0 ? (
    <ShownStreams {...props} entities={tables} />
  ) : (
    <p className={styles['note']}>
      <Trans>All tables of the source, listed after the first run.</Trans>
    </p>
  )
}

function SourceStreams(props: StreamsProps) {
  const { id, type = '' } = props.source
  const { data: entities, isPending, isError } = useEntities({ id, type })
  if (isPending) return <SkeletonRows count={5} />
  if (isError) {
    return (
      <p className={styles['note']}>
        <Trans>The source cannot be read now.</Trans>
      </p>
    )
  }
  return <ShownStreams {...props} entities={entities} />
}

function ShownStreams({
  source: { id, type = '' },
  flow,
  entities,
  isReadOnly,
  onOpenTables,
  onChange,
}: StreamsProps & { readonly entities: readonly Entity[] }) {
  const { config, destinationConnection } = flow
  return (
    <StreamPicker
      source={{ id, type }}
      flow={flow}
      entities={entities}
      streams={config.streams}
      destinationType={destinationConnection?.type ?? ''}
      isReadOnly={isReadOnly}
      onOpenTables={onOpenTables}
      onChange={(streams) => onChange({ config: { ...config, streams } })}
    />
  )
}
