import { Trans } from '@lingui/react/macro'

import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import styles from './flow-editor.module.css'

/** Somebody else, or another tab, saved the flow first: nothing is lost until the person chooses. */
export const SaveConflict = ({ onKeepMine, onTakeTheirs }: { onKeepMine(): void; onTakeTheirs(): void }) => (
  <div className={styles['conflict']}>
    <Callout
      tone="warning"
      title={<Trans>This flow was changed elsewhere in the meantime</Trans>}
      actions={
        <>
          <Button size="sm" onClick={onKeepMine}>
            <Trans>Keep my version</Trans>
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            <Trans>Take the other version</Trans>
          </Button>
        </>
      }
    >
      <Trans>Your changes are still here, but not saved.</Trans>
    </Callout>
  </div>
)
