import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide'
import { type ReactNode, useState } from 'react'

import { copyMends } from '../../../../core/mends/copy-mends.ts'
import type { MissingObject } from '../../../../core/mends/missing/missing-object.ts'
import type { RunError } from '../../../../core/runs/run.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
import { Button } from '../../../kit/button/button.tsx'
import { CopyText } from '../../../kit/copy-text/copy-text.tsx'
import styles from './repair-list.module.css'

interface RefusedItemProps {
  readonly repair: MissingObject
  readonly refusal: RunError
  /** The type of the source. */
  readonly type: string
  /** What else may be done about it. */
  readonly children: ReactNode
  onCheck(): Promise<void>
}

/** A table or column that is still there, but that the account may not read: only the source can be mended. */
export function RefusedItem({ repair: { table, column }, refusal, type, children, onCheck }: RefusedItemProps) {
  const { t } = useLingui()
  const serverText = useServerText()
  const [isChecking, setChecking] = useState(false)
  const stream = { entity: table, target: table }
  const [text] = copyMends({ error: refusal, at: 'source', stream, source: { type, config: {} }, entities: [] })
  const check = async () => {
    setChecking(true)
    await onCheck().finally(() => setChecking(false))
  }
  return (
    <>
      <p className={styles['name']}>
        <strong>{column ?? table}</strong>
        <span className={styles['what']}>
          {column === undefined ? (
            <Trans>Table that may not be read</Trans>
          ) : (
            <Trans>Column of {table} that may not be read</Trans>
          )}
        </span>
      </p>
      <p className={styles['words']}>{serverText.message(refusal)}</p>
      {text?.kind === 'copy' && <CopyText label={t`For the administrator of the source`} text={text.text} />}
      <div className={styles['mends']}>
        <Button size="sm" variant="primary" icon={RotateCw} isBusy={isChecking} onClick={() => void check()}>
          <Trans>Check again</Trans>
        </Button>
        {children}
      </div>
    </>
  )
}
