import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow, FlowConnection } from '../../../../core/flows/flow.ts'
import { copyMends } from '../../../../core/mends/copy-mends.ts'
import { refusedRead } from '../../../../core/mends/refused-read.ts'
import { ErrorState } from '../../../errors/error-state.tsx'
import { CopyText } from '../../../kit/copy-text/copy-text.tsx'
import { useConnections } from '../../../queries/use-connections.ts'
import { useLookAgain } from '../../../queries/use-refusals.ts'
import { useMendTexts } from '../../../runs/mends/use-mend-texts.ts'
import { FixLink } from '../../../runs/trouble/fix-link.tsx'
import { FailureError } from '../../../services/unwrap.ts'
import styles from './flow-setup.module.css'

interface UnreadSourceProps {
  readonly source: FlowConnection
  readonly flow: Flow
  readonly error: unknown
  readonly isReading: boolean
}

/** Why the source could not be read, and what mends it: the same as on the page of a run that fails for this reason. */
export function UnreadSource({ source: { id, type = '' }, flow, error, isReading }: UnreadSourceProps) {
  const { t } = useLingui()
  const textsOf = useMendTexts()
  const lookAgain = useLookAgain(id)
  const { data: connections = [] } = useConnections()
  const refused = error instanceof FailureError ? refusedRead(error.failure, id) : undefined
  const config = connections.find((connection) => connection.id === id)?.config ?? {}
  const [mend] = refused ? copyMends({ error: refused, at: 'source', source: { type, config }, entities: [] }) : []
  return (
    <>
      <ErrorState
        title={<Trans>The source could not be read</Trans>}
        error={error}
        isRetrying={isReading}
        onRetry={() => void lookAgain()}
        // Its tables cannot be chosen here before it is read.
        actions={refused && refused.fix !== 'stream' && <FixLink error={refused} run={{ flowId: flow.id }} />}
      />
      {mend?.kind === 'copy' && (
        <>
          <p className={styles['note']}>{textsOf(mend).effect}</p>
          <CopyText label={t`For the administrator of the source`} text={mend.text} />
        </>
      )}
    </>
  )
}
