import { Plural, Trans } from '@lingui/react/macro'
import { CircleCheck } from 'lucide'
import { Suspense, useState } from 'react'

import type { RunStream } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { ShowRows } from './show-rows.tsx'
import styles from './stream-difference.module.css'

const RowChangesTable = lazyNamed(() => import('./row-changes-table.tsx'), 'RowChangesTable')

/** How one table differs between source and destination. */
export function StreamComparison({ runId, stream }: { runId: string; stream: RunStream }) {
  const { number } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { entity, difference, comparedColumns = [], uncomparedColumns = [] } = stream
  if (!difference) return null
  const missing = number(difference.created)
  const changed = number(difference.changed)
  const extra = number(difference.removed)
  const equal = number(difference.unchanged)
  const isEqual = difference.created + difference.changed + difference.removed === 0
  const columns = comparedColumns.join(', ')
  const left = uncomparedColumns.join(', ')
  return (
    <>
      <span className={styles['difference']}>
        {isEqual ? (
          <span className={styles['equal']}>
            <Icon of={CircleCheck} size={14} />
            {left === '' ? (
              <Plural
                value={difference.unchanged}
                one="The row is equal on both sides"
                other={`All ${equal} rows are equal on both sides`}
              />
            ) : (
              <Plural
                value={difference.unchanged}
                one="The row is equal in the compared columns"
                other={`All ${equal} rows are equal in the compared columns`}
              />
            )}
          </span>
        ) : (
          <span>
            <Trans>
              {changed} with other values · {missing} missing in the destination · {extra} only there · {equal} equal
            </Trans>
          </span>
        )}
        {difference.unknown !== undefined && (
          <span>
            {' · '}
            <Plural
              value={difference.unknown}
              one="1 more in the source, perhaps left out"
              other={`${number(difference.unknown)} more in the source, perhaps left out`}
            />
          </span>
        )}
        {!isEqual && <ShowRows isOpen={isOpen} onToggle={setOpen} />}
      </span>
      <span className={styles['note']}>
        <Trans>Compared: {columns}</Trans>
        {left !== '' && (
          <>
            {' · '}
            <Trans>Not compared: {left}</Trans>
          </>
        )}
      </span>
      {isOpen && (
        <Suspense fallback={<Skeleton />}>
          <RowChangesTable runId={runId} entity={entity} isComparison />
        </Suspense>
      )}
    </>
  )
}
