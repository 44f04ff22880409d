import { Trans } from '@lingui/react/macro'

import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'

/** Shown when not even the code for signing in could be loaded. */
export const ServerUnreachable = () => (
  <Callout
    tone="danger"
    title={<Trans>The server cannot be reached.</Trans>}
    actions={
      <Button size="sm" onClick={() => location.reload()}>
        <Trans>Reload</Trans>
      </Button>
    }
  >
    <Trans>It is starting, or you are offline.</Trans>
  </Callout>
)
