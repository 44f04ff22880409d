import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, Eye } from 'lucide'
import { Suspense, startTransition, useState } from 'react'

import type { Connection } from '../../../../core/connections/connection.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, FlowStream } from '../../../../core/flows/flow.ts'
import type { PlannedTarget } from '../../../../core/flows/streams/stream-plan.ts'
import { useModeNames } from '../../../catalog/use-mode-names.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { Checkbox } from '../../../kit/checkbox/checkbox.tsx'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import { lazyNamed } from '../../../kit/lazy-named.ts'
import { Skeleton } from '../../../kit/skeleton/skeleton.tsx'
import { useIsOffered } from '../../../services/use-is-offered.ts'
import { PlannedPlace } from './planned-place.tsx'
import styles from './stream-picker.module.css'

const EntityRowsDialog = lazyNamed(
  () => import('../../../connections/entities/entity-rows-dialog.tsx'),
  'EntityRowsDialog',
)
const StreamSettings = lazyNamed(() => import('./stream-settings.tsx'), 'StreamSettings')

interface StreamRowProps {
  readonly source: Pick<Connection, 'id' | 'type'>
  readonly flow: Flow
  readonly entity: Entity
  readonly stream: FlowStream | undefined
  /** Its target; absent if unknown. */
  readonly planned: PlannedTarget | undefined
  /** The type of the destination's connection; empty if there is none. */
  readonly destinationType: string
  readonly isReadOnly: boolean
  /** Its settings are visible. */
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
  onToggle(isChosen: boolean): void
  onChange(change: (streams: readonly FlowStream[]) => readonly FlowStream[]): void
}

export function StreamRow({ source, entity, stream, planned, isOpen, onOpen, onToggle, ...settings }: StreamRowProps) {
  const { t } = useLingui()
  const { compact } = useFormats()
  const modeNames = useModeNames()
  const [isShowingRows, setShowingRows] = useState(false)
  const hasRows = useIsOffered('readRows')
  const { name, columns, estimatedRows } = entity
  const place = stream && (planned ?? (stream.target === undefined ? undefined : { target: stream.target }))
  return (
    <>
      <div className={styles['summary']}>
        <Checkbox label={name} checked={stream !== undefined} disabled={settings.isReadOnly} onChange={onToggle} />
        <span className={styles['facts']}>
          {/* Separate elements, because adjacent texts would run together. */}
          {stream && stream.mode !== 'replace' && <span>{modeNames[stream.mode].short}</span>}
          {stream?.columns !== undefined && columns.length > 0 && (
            <span>
              <Trans>
                {stream.columns.length} of {columns.length} columns
              </Trans>
            </span>
          )}
          {estimatedRows !== undefined && (
            <span>
              <Plural
                value={estimatedRows}
                one={`~${compact(estimatedRows)} row`}
                other={`~${compact(estimatedRows)} rows`}
              />
            </span>
          )}
        </span>
        {!settings.isReadOnly && hasRows && (
          <IconButton
            icon={Eye}
            size="xs"
            label={t`Show rows of ${name}`}
            // As a transition the dialog is there as soon as its code is, not 300 ms after its placeholder.
            onClick={() => startTransition(() => setShowingRows(true))}
          />
        )}
        {stream && (
          <IconButton
            icon={ChevronDown}
            size="xs"
            label={isOpen ? t`Hide the settings of ${name}` : t`Settings of ${name}`}
            aria-expanded={isOpen}
            className={styles['toggle']}
            onClick={() => onOpen(!isOpen)}
          />
        )}
      </div>
      {place && (
        <div className={styles['place']}>
          <PlannedPlace planned={place} />
        </div>
      )}
      {stream && isOpen && (
        <Suspense fallback={<Skeleton />}>
          <StreamSettings entity={entity} stream={stream} {...settings} />
        </Suspense>
      )}
      <Suspense>
        {isShowingRows && <EntityRowsDialog connection={source} entity={name} onClose={() => setShowingRows(false)} />}
      </Suspense>
    </>
  )
}
