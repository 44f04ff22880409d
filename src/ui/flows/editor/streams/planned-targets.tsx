import { useLingui } from '@lingui/react/macro'

import type { Entity } from '../../../../core/connections/entity.ts'
import type { PlannedTarget } from '../../../../core/flows/stream-plan.ts'
import { LongList } from '../../../lists/long-list.tsx'
import { PlannedPlace } from './planned-place.tsx'
import styles from './stream-picker.module.css'

interface PlannedTargetsProps {
  readonly entities: readonly Entity[]
  readonly targets: ReadonlyMap<string, PlannedTarget>
}

/** Where every table lands when everything is moved. */
export function PlannedTargets({ entities, targets }: PlannedTargetsProps) {
  const { t } = useLingui()
  const planned = entities.flatMap(({ name }) => {
    const place = targets.get(name)
    return place ? [{ name, place }] : []
  })
  if (planned.length === 0) return null
  return (
    <LongList
      items={planned}
      label={t`Where the tables are written`}
      className={styles['rows']}
      itemClassName={styles['row']}
    >
      {({ name, place }) => (
        <div className={styles['planned']}>
          {name}
          <PlannedPlace planned={place} />
        </div>
      )}
    </LongList>
  )
}
