import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide'

import type { Flow, FlowConnection } from '../../../../core/flows/flow.ts'
import { copyMends } from '../../../../core/mends/copy-mends.ts'
import { refusedRead } from '../../../../core/mends/refused-read.ts'
import { errorText } from '../../../errors/error-text.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
import { Button } from '../../../kit/button/button.tsx'
import { CopyText } from '../../../kit/copy-text/copy-text.tsx'
import { useConnections } from '../../../queries/use-connections.ts'
import { useLookAgain } from '../../../queries/use-refusals.ts'
import { useMendTexts } from '../../../runs/mends/use-mend-texts.ts'
import { FixLink } from '../../../runs/trouble/fix-link.tsx'
import { FailureError } from '../../../services/unwrap.ts'
import styles from '../steps/repair-list.module.css'

interface UnreadSourceProps {
  readonly source: FlowConnection
  readonly flow: Flow
  readonly error: unknown
  readonly isReading: boolean
}

/** Why the source could not be read, and what mends it: the same as on the page of a run that fails for this reason. */
export function UnreadSource({ source: { id, type = '' }, flow, error, isReading }: UnreadSourceProps) {
  const { t, i18n } = useLingui()
  const serverText = useServerText()
  const textsOf = useMendTexts()
  const lookAgain = useLookAgain(id)
  const { data: connections = [] } = useConnections()
  const refused = error instanceof FailureError ? refusedRead(error.failure, id) : undefined
  const config = connections.find((connection) => connection.id === id)?.config ?? {}
  const [mend] = refused ? copyMends({ error: refused, at: 'source', source: { type, config }, entities: [] }) : []
  const copied = mend?.kind === 'copy' ? mend : undefined
  return (
    <section className={styles['repairs']} role="alert" aria-labelledby="unread-title">
      <h2 id="unread-title" className={styles['heading']}>
        <Trans>The source could not be read</Trans>
      </h2>
      <p className={styles['words']}>
        {errorText(i18n, error)} {refused && serverText.hint(refused)}
      </p>
      {copied && (
        <>
          <CopyText label={t`For the administrator of the source`} text={copied.text} />
          <p className={styles['words']}>{textsOf(copied).effect}</p>
        </>
      )}
      <div className={styles['mends']}>
        <Button size="sm" variant="primary" icon={RotateCw} isBusy={isReading} onClick={() => void lookAgain()}>
          <Trans>Check again</Trans>
        </Button>
        {
          // Its tables cannot be chosen before it is read.
          refused && refused.fix !== 'stream' && <FixLink error={refused} run={{ flowId: flow.id }} />
        }
      </div>
    </section>
  )
}
