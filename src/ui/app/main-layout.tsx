import { Shell } from '../shell/shell.tsx'
import { AwaitSignedInApp } from './await-signed-in-app.tsx'

/** Around every page for signed-in people. The guard has waited for the signed-in app already. */
export const MainLayout = () => (
  <AwaitSignedInApp>
    <Shell />
  </AwaitSignedInApp>
)
