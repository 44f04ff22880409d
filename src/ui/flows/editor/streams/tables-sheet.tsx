import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX, SlidersHorizontal } from 'lucide'
import { Suspense, useState } from 'react'

import { writeModesOf } from '../../../../core/catalog/connections/connection-types.ts'
import { isTrouble } from '../../../../core/catalog/runs/run-states.ts'
import { tableParts } from '../../../../core/catalog/table-parts.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, FlowConfig, FlowStream } from '../../../../core/flows/flow.ts'
import { choose, chooseForAll, streamOf } from '../../../../core/flows/streams/stream-selection.ts'
import { tableItems } from '../../../../core/flows/streams/table-groups.ts'
import { useDisabledReason } from '../../../access/use-disabled-reason.ts'
import { matchingEntities } from '../../../connections/entities/matching-entities.ts'
import { ErrorState } from '../../../errors/error-state.tsx'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { SearchInput } from '../../../kit/search-input/search-input.tsx'
import { SegmentedControl } from '../../../kit/segmented-control/segmented-control.tsx'
import { SkeletonRows } from '../../../kit/skeleton/skeleton.tsx'
import { LongList } from '../../../lists/long-list.tsx'
import { useEntities } from '../../../queries/use-connections.ts'
import { GroupLine, TableLine } from './table-line.tsx'
import styles from './tables-sheet.module.css'
import { TablesSheetFrame } from './tables-sheet-frame.tsx'
import { useFlowTargets } from './use-flow-targets.ts'
import { useStreamPositions } from './use-stream-positions.ts'

const StreamBulk = lazyNamed(() => import('./stream-bulk.tsx'), 'StreamBulk')
const TargetRepairs = lazyNamed(() => import('./target-repairs.tsx'), 'TargetRepairs')
const StreamSettings = lazyNamed(() => import('./stream-settings.tsx'), 'StreamSettings')

type Shown = 'all' | 'chosen'

interface TablesSheetProps {
  readonly flow: Flow
  readonly isReadOnly: boolean
  /** The table whose settings are shown first. */
  readonly table: string | undefined
  onChange(config: FlowConfig): void
  onClose(): void
}

/** The tables of the source over the whole width: which of them the flow moves, and how. */
export function TablesSheet(props: TablesSheetProps) {
  const { id = '', type = '' } = props.flow.sourceConnection ?? {}
  const { data: entities, isLoading, error, refetch } = useEntities({ id, type }, id !== '')
  const disabledReason = useDisabledReason('connection.test')
  if (entities) return <Sheet {...props} entities={entities} />
  return (
    <TablesSheetFrame onClose={props.onClose}>
      <div className={styles['waiting']}>
        {isLoading && <SkeletonRows count={12} />}
        {error && (
          <ErrorState
            title={<Trans>The source cannot be read now.</Trans>}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {disabledReason && <p className={styles['note']}>{disabledReason}</p>}
      </div>
    </TablesSheetFrame>
  )
}

function Sheet({
  flow,
  entities,
  isReadOnly,
  table,
  onChange,
  onClose,
}: TablesSheetProps & { readonly entities: readonly Entity[] }) {
  const { t } = useLingui()
  // For the server an empty selection would mean everything, so it is not saved until something is selected.
  const [chosen, setChosen] = useState(flow.config.streams)
  const [query, setQuery] = useState('')
  const [shows, setShows] = useState<Shown>('all')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set<string>())
  const [active, setActive] = useState(table)
  const [isBulkOpen, setBulkOpen] = useState(false)
  const targets = useFlowTargets(flow)
  const positions = useStreamPositions(flow)

  const modes = writeModesOf(flow.sourceConnection?.type ?? '', flow.destinationConnection?.type ?? '')
  const [mode = 'replace'] = modes
  const isChosen = new Set(chosen.map(({ entity }) => entity))
  const found = matchingEntities(entities, query).filter(({ name }) => shows === 'all' || isChosen.has(name))
  const names = found.map(({ name }) => name)
  const items = tableItems(found, chosen, closed)
  const opened = entities.find(({ name }) => name === active)
  const stream = active === undefined ? undefined : streamOf(chosen, active)
  const update = (next: readonly FlowStream[]) => {
    setChosen(next)
    if (next.length > 0) onChange({ ...flow.config, streams: next })
  }
  const toggle = (tables: readonly string[], isOn: boolean) => {
    update(choose(chosen, tables, isOn, mode))
    if (isOn && tables.length === 1) setActive(tables[0])
  }
  return (
    <TablesSheetFrame
      onClose={onClose}
      bar={
        <>
          <SearchInput label={t`Search tables and columns`} value={query} onChange={setQuery} />
          <SegmentedControl<Shown>
            label={t`Tables to see`}
            value={shows}
            options={[
              { value: 'all', label: t`All` },
              { value: 'chosen', label: t`Chosen` },
            ]}
            onChange={setShows}
          />
          {!isReadOnly && (
            <>
              <Button size="sm" variant="ghost" onClick={() => toggle(names, true)}>
                <Trans>Choose all</Trans>
              </Button>
              <Button size="sm" variant="ghost" onClick={() => toggle(names, false)}>
                <Trans>Choose none</Trans>
              </Button>
              <Button
                size="sm"
                variant="ghost"
                icon={SlidersHorizontal}
                aria-expanded={isBulkOpen}
                onClick={() => setBulkOpen(!isBulkOpen)}
              >
                <Trans>Settings for all chosen tables</Trans>
              </Button>
            </>
          )}
          <output className={styles['count']}>
            {chosen.length === 0 ? (
              flow.config.streams.length === 0 ? (
                <Trans>Everything, until you choose</Trans>
              ) : (
                <Trans>Choose at least one table.</Trans>
              )
            ) : (
              <Trans>
                {chosen.length} of {entities.length} tables
              </Trans>
            )}
          </output>
        </>
      }
    >
      <div className={styles['list']}>
        {isBulkOpen && (
          <Suspense>
            <StreamBulk
              count={names.filter((name) => isChosen.has(name)).length}
              modes={modes}
              onApply={(choice) =>
                update(
                  chooseForAll(
                    chosen,
                    names.filter((name) => isChosen.has(name)),
                    choice,
                  ),
                )
              }
            />
          </Suspense>
        )}
        <div className={`${styles['line'] ?? ''} ${styles['head'] ?? ''}`} aria-hidden>
          <span>{t`Table`}</span>
          <span>{t`Rows`}</span>
          <span>{t`Mode`}</span>
          <span>{t`Target`}</span>
          <span>{t`Key`}</span>
          <span>{t`Cursor`}</span>
          <span>{t`Read up to`}</span>
        </div>
        {found.length === 0 && <EmptyState icon={SearchX} title={<Trans>Nothing matches your search</Trans>} />}
        <LongList
          items={items}
          label={t`Tables of the source`}
          className={styles['rows']}
          itemClassName={styles['item']}
        >
          {(item) =>
            item.kind === 'group' ? (
              <GroupLine
                group={item}
                isReadOnly={isReadOnly}
                onToggle={(isOn) => toggle(item.tables, isOn)}
                onOpen={(isOpen) =>
                  setClosed(
                    new Set(isOpen ? [...closed].filter((one) => one !== item.schema) : [...closed, item.schema]),
                  )
                }
              />
            ) : (
              <TableLine
                {...item}
                shortName={items[0]?.kind === 'group' ? (tableParts(item.name).name ?? item.name) : item.name}
                planned={targets.get(item.name)}
                position={positions.get(item.name)}
                isActive={item.name === active}
                isReadOnly={isReadOnly}
                onToggle={(isOn) => toggle([item.name], isOn)}
                onOpen={() => setActive(item.name)}
              />
            )
          }
        </LongList>
      </div>
      <div className={styles['side']}>
        {opened && !isReadOnly && flow.sourceConnection && flow.lastRun && isTrouble(flow.lastRun.status) && (
          <Suspense>
            <TargetRepairs
              flow={flow}
              source={flow.sourceConnection}
              only={opened.name}
              onMend={(config) => {
                setChosen(config.streams)
                onChange(config)
              }}
            />
          </Suspense>
        )}
        {opened && stream ? (
          <Suspense>
            <h2 className={styles['title']}>{opened.name}</h2>
            <StreamSettings
              key={opened.name}
              flow={flow}
              entity={opened}
              stream={stream}
              destinationType={flow.destinationConnection?.type ?? ''}
              isReadOnly={isReadOnly}
              onChange={(change) => update(change(chosen))}
            />
          </Suspense>
        ) : (
          <p className={styles['note']}>
            <Trans>Choose a table.</Trans>
          </p>
        )}
      </div>
    </TablesSheetFrame>
  )
}
