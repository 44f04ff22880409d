import { Trans } from '@lingui/react/macro'

import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import styles from './entity-rows.module.css'

interface PricedLookProps {
  /** In dollars. */
  readonly price: number
  readonly isBusy?: boolean
  onLook(): void
}

/** Shows the vendor's price for reading rows, and asks for confirmation. */
export function PricedLook({ price, isBusy, onLook }: PricedLookProps) {
  const formats = useFormats()
  return (
    <div className={styles['rows']}>
      <p className={styles['note']}>
        <Trans>The vendor charges about {formats.price(price)}.</Trans>
      </p>
      <div>
        <Button size="sm" isBusy={isBusy} onClick={onLook}>
          <Trans>Show rows</Trans>
        </Button>
      </div>
    </div>
  )
}
