import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide'
import { useState } from 'react'

import { type Batch, isUnderWay, overCount } from '../../../core/batches/batch.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { Progress } from '../../kit/progress/progress.tsx'
import { useBatches } from '../../queries/use-batches.ts'
import styles from './batch-chip.module.css'
import { BatchDialog } from './batch-dialog.tsx'

/** How far the server is with what was asked for many flows, on every page; gone when all of it is done. */
export function BatchChip() {
  const [openId, setOpenId] = useState<string>()
  const batches = useBatches()
  const open = batches.find(({ id }) => id === openId)
  const shown = batches.filter((batch) => isUnderWay(batch) || batch.failures.length > 0)
  return (
    <>
      {shown.length > 0 && (
        <div data-floating className={styles['place']}>
          {shown.map((batch) => (
            <Chip key={batch.id} batch={batch} onOpen={() => setOpenId(batch.id)} />
          ))}
        </div>
      )}
      {open && <BatchDialog batch={open} onClose={() => setOpenId(undefined)} />}
    </>
  )
}

function Chip({ batch, onOpen }: { readonly batch: Batch; onOpen(): void }) {
  const { t } = useLingui()
  const { number } = useFormats()
  const [over, flows] = [number(overCount(batch)), number(batch.flows)]
  const failed = batch.failures.length
  const words = batch.isChange ? t`Changing flows: ${over} of ${flows}` : t`Running flows: ${over} of ${flows}`
  return (
    <button type="button" className={styles['chip']} onClick={onOpen}>
      {isUnderWay(batch) && (
        <>
          <span>{words}</span>
          <Progress label={words} value={overCount(batch) / batch.flows} />
        </>
      )}
      {failed > 0 && (
        <span className={styles['failed']}>
          <Icon of={CircleAlert} size={14} />
          {batch.isChange
            ? t`${plural(failed, { one: '# flow not changed', other: '# flows not changed' })}`
            : t`${plural(failed, { one: '# flow did not start', other: '# flows did not start' })}`}
        </span>
      )}
    </button>
  )
}
