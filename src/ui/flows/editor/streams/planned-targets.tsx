import { useLingui } from '@lingui/react/macro'

import type { Entity } from '../../../../core/connections/entity.ts'
import type { PlannedTarget } from '../../../../core/flows/streams/stream-plan.ts'
import { LongList } from '../../../lists/long-list.tsx'
import { PlannedPlace } from './planned-place.tsx'
import styles from './stream-picker.module.css'

interface PlannedTargetsProps {
  readonly entities: readonly Entity[]
  readonly targets: ReadonlyMap<string, PlannedTarget>
}

/** Every table if everything is moved, with its target as far as known. */
export function PlannedTargets({ entities, targets }: PlannedTargetsProps) {
  const { t } = useLingui()
  const planned = entities.map(({ name }) => ({ name, place: targets.get(name) }))
  return (
    <LongList
      items={planned}
      label={targets.size > 0 ? t`Where the tables are written` : t`Tables of the source`}
      className={styles['rows']}
      itemClassName={styles['row']}
    >
      {({ name, place }) => (
        <div className={styles['planned']}>
          {name}
          {place && <PlannedPlace planned={place} />}
        </div>
      )}
    </LongList>
  )
}
