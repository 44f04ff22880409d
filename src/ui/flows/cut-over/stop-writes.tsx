import { Trans, useLingui } from '@lingui/react/macro'

import type { Flow } from '../../../core/flows/flow.ts'
import { CopyText } from '../../kit/copy-text/copy-text.tsx'
import styles from './cut-over.module.css'

/** Sessions that are open keep the setting that they had. */
const STATEMENTS: Readonly<Record<string, string>> = {
  postgres: `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$;
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend'
  AND pid <> pg_backend_pid() AND application_name <> 'millrace';`,
  mysql: 'SET GLOBAL read_only = ON;',
}

/** Only people know how their application stops; Millrace changes nothing at the source. */
export function StopWrites({ flow: { sourceConnection } }: { readonly flow: Flow }) {
  const { t } = useLingui()
  const statement = STATEMENTS[sourceConnection?.type ?? '']
  return (
    <>
      <p className={styles['words']}>
        <Trans>Stop the application, or let the source refuse writes. Millrace changes nothing there.</Trans>
      </p>
      {statement !== undefined && <CopyText label={t`Run at the source`} text={statement} />}
    </>
  )
}
