import { Plural } from '@lingui/react/macro'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide'
import { Suspense, useState } from 'react'

import type { DataCheckResult } from '../../../core/runs/receipts/stream-receipt.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { lazyNamed } from '../../kit/lazy-named.ts'
import { Skeleton } from '../../kit/skeleton/skeleton.tsx'
import { ShowRows } from './show-rows.tsx'
import styles from './stream-receipt.module.css'

const CheckRowsTable = lazyNamed(() => import('./check-rows-table.tsx'), 'CheckRowsTable')

interface DataChecksProps {
  readonly runId: string
  readonly entity: string
  readonly results: readonly DataCheckResult[]
}

/** The results of a table's own checks; those that passed are only counted. */
export function DataChecks({ runId, entity, results }: DataChecksProps) {
  const { number } = useFormats()
  const passed = results.filter(({ state }) => state === 'passed').length
  return (
    <>
      {passed > 0 && (
        <span className={styles['verified']}>
          <Icon of={CircleCheck} size={14} />
          <Plural value={passed} one={`${number(passed)} check passed`} other={`${number(passed)} checks passed`} />
        </span>
      )}
      {results
        .filter(({ state }) => state !== 'passed')
        .map((result) => (
          <BrokenCheck key={result.id} {...{ runId, entity, result }} />
        ))}
    </>
  )
}

function BrokenCheck({ runId, entity, result }: Omit<DataChecksProps, 'results'> & { result: DataCheckResult }) {
  const serverText = useServerText()
  const [isOpen, setOpen] = useState(false)
  const isWarning = result.state === 'warned'
  return (
    <>
      <span className={isWarning ? styles['warned'] : styles['failed']}>
        <Icon of={isWarning ? TriangleAlert : CircleX} size={14} />
        <span>{serverText.message(result)}</span>
        {result.rows !== undefined && <ShowRows isOpen={isOpen} onToggle={setOpen} />}
      </span>
      {isOpen && (
        <Suspense fallback={<Skeleton />}>
          <CheckRowsTable runId={runId} entity={entity} checkId={result.id} />
        </Suspense>
      )}
    </>
  )
}
