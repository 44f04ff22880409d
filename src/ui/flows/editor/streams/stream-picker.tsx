import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Radio, SearchX, SlidersHorizontal, Table2 } from 'lucide'
import { Suspense, useState } from 'react'

import { writeModesOf } from '../../../../core/catalog/connections/connection-types.ts'
import type { Connection } from '../../../../core/connections/connection.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import { sameValue } from '../../../../core/flows/drafts/same-value.ts'
import type { Flow, FlowStream } from '../../../../core/flows/flow.ts'
import { choose, chooseForAll, mirrorOf, streamOf } from '../../../../core/flows/streams/stream-selection.ts'
import { matchingEntities } from '../../../connections/entities/matching-entities.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { Checkbox } from '../../../kit/checkbox/checkbox.tsx'
import { classNames } from '../../../kit/class-names.ts'
import { EmptyState } from '../../../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { SearchInput } from '../../../kit/search-input/search-input.tsx'
import { SegmentedControl } from '../../../kit/segmented-control/segmented-control.tsx'
import { LongList } from '../../../lists/long-list.tsx'
import { PlannedTargets } from './planned-targets.tsx'
import styles from './stream-picker.module.css'
import { StreamRow } from './stream-row.tsx'
import { useFlowTargets } from './use-flow-targets.ts'

/** More tables are chosen in the sheet, and the panel lists only the chosen ones. */
const SHORT = 12

const StreamBulk = lazyNamed(() => import('./stream-bulk.tsx'), 'StreamBulk')

interface StreamPickerProps {
  readonly source: Pick<Connection, 'id' | 'type'>
  readonly flow: Flow
  readonly entities: readonly Entity[]
  /** Empty: everything, including tables that are added to the source later. */
  readonly streams: readonly FlowStream[]
  /** The type of the destination's connection; empty if there is none. */
  readonly destinationType: string
  readonly isReadOnly: boolean
  /** Shows the tables over the whole width. */
  onOpenTables(): void
  onChange(streams: readonly FlowStream[]): void
}

export function StreamPicker({
  source,
  flow,
  entities,
  streams,
  destinationType,
  isReadOnly,
  onOpenTables,
  onChange,
}: StreamPickerProps) {
  const { t } = useLingui()
  const [isChoosing, setChoosing] = useState(streams.length > 0)
  // For the server an empty selection would mean everything, so it is not saved until something is selected.
  const [chosen, setChosen] = useState(streams)
  const [before, setBefore] = useState(streams)
  if (!sameValue(streams, before)) {
    setBefore(streams)
    // They were chosen elsewhere: in the sheet, or by somebody else.
    if (!sameValue(streams, chosen)) {
      setChosen(streams)
      setChoosing(streams.length > 0)
    }
  }
  const isLong = entities.length > SHORT
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState<readonly string[]>([])
  const found = matchingEntities(isLong ? entities.filter(({ name }) => streamOf(chosen, name)) : entities, query)
  const names = found.map(({ name }) => name)
  const known = new Set(entities.map(({ name }) => name))
  const gone = chosen.flatMap(({ entity }) => (known.has(entity) ? [] : [entity]))
  const modes = writeModesOf(source.type, destinationType)
  const [mode = 'replace'] = modes
  const [isBulkOpen, setBulkOpen] = useState(false)
  const matching = new Set(names)
  const meant = chosen.flatMap(({ entity }) => (matching.has(entity) ? [entity] : []))
  const targets = useFlowTargets(flow)
  // Views come as views if the structure comes along.
  const all = flow.config.structure ? entities.filter(({ kind = '' }) => !kind.endsWith('view')) : entities

  const update = (next: readonly FlowStream[]) => {
    setChosen(next)
    if (next.length > 0) onChange(next)
  }
  const switchTo = (what: 'all' | 'chosen') => {
    // With many tables, choosing begins with none of them.
    if (what === 'chosen' && isLong && chosen.length === 0) return onOpenTables()
    setChoosing(what === 'chosen')
    if (what === 'all') onChange([])
    else
      update(
        chosen.length > 0
          ? chosen
          : choose(
              [],
              entities.map(({ name }) => name),
              true,
              mode,
            ),
      )
  }

  const mirrorAll = () => {
    setChoosing(true)
    update(mirrorOf(entities))
  }

  return (
    <div className={styles['picker']}>
      <SegmentedControl
        label={t`What to move`}
        value={isChoosing ? 'chosen' : 'all'}
        options={[
          { value: 'all', label: t`Everything` },
          { value: 'chosen', label: t`Chosen tables` },
        ]}
        onChange={switchTo}
      />
      {!isChoosing && (
        <>
          <p className={styles['note']}>
            <Plural value={all.length} one="# table now" other="All # tables" />{' '}
            {mode === 'replace' ? (
              <Trans>with every column, also later ones. Rows are replaced.</Trans>
            ) : (
              <Trans>with every column, also later ones. Rows are added.</Trans>
            )}
          </p>
          <PlannedTargets entities={all} targets={targets} />
          {modes.includes('mirror') && !isReadOnly && (
            <Button size="sm" icon={Radio} onClick={mirrorAll}>
              <Trans>Mirror all tables</Trans>
            </Button>
          )}
        </>
      )}
      {isLong && (
        <Button size="sm" icon={Table2} onClick={onOpenTables}>
          <Trans>Choose tables</Trans>
        </Button>
      )}
      {isChoosing && (
        <>
          <div className={styles['bar']}>
            {(!isLong || chosen.length > SHORT) && (
              <SearchInput label={t`Search tables and columns`} value={query} onChange={setQuery} />
            )}
            {!isReadOnly && !isLong && (
              <>
                <Button size="sm" variant="ghost" onClick={() => update(choose(chosen, names, true, mode))}>
                  <Trans>All</Trans>
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => update(choose(chosen, [...names, ...gone], false, mode))}
                >
                  <Trans>None</Trans>
                </Button>
              </>
            )}
          </div>
          {!isReadOnly && !isLong && chosen.length > 1 && (
            <Button
              size="xs"
              variant="ghost"
              icon={SlidersHorizontal}
              aria-expanded={isBulkOpen}
              onClick={() => setBulkOpen(!isBulkOpen)}
            >
              <Trans>Settings for all chosen tables</Trans>
            </Button>
          )}
          {isBulkOpen && (
            <Suspense>
              <StreamBulk
                count={meant.length}
                modes={modes}
                onApply={(choice) => update(chooseForAll(chosen, meant, choice))}
              />
            </Suspense>
          )}
          {chosen.length === 0 && (
            <Callout tone="warning">
              <Trans>Choose at least one table.</Trans>
            </Callout>
          )}
          {gone.length > 0 && (
            <ul className={styles['rows']} aria-label={t`Not shown by the source`}>
              {gone.map((name) => (
                <li key={name} className={classNames(styles['row'], styles['summary'])}>
                  <Checkbox
                    label={<del>{name}</del>}
                    checked
                    disabled={isReadOnly}
                    onChange={() => update(choose(chosen, [name], false, mode))}
                  />
                  <span className={styles['facts']}>
                    <Trans>Not shown by the source</Trans>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {found.length === 0 && <EmptyState icon={SearchX} title={<Trans>Nothing matches your search</Trans>} />}
          <LongList
            items={found}
            label={t`Tables of the source`}
            className={styles['rows']}
            itemClassName={styles['row']}
          >
            {(entity) => (
              <StreamRow
                source={source}
                flow={flow}
                entity={entity}
                stream={streamOf(chosen, entity.name)}
                planned={targets.get(entity.name)}
                destinationType={destinationType}
                isReadOnly={isReadOnly}
                isOpen={opened.includes(entity.name)}
                onOpen={(isOpen) =>
                  setOpened(isOpen ? [...opened, entity.name] : opened.filter((name) => name !== entity.name))
                }
                onToggle={(isChosen) => update(choose(chosen, [entity.name], isChosen, mode))}
                onChange={(change) => update(change(chosen))}
              />
            )}
          </LongList>
        </>
      )}
    </div>
  )
}
