import { Shell } from '../shell/shell.tsx'
import { AwaitInterior } from './await-interior.tsx'

/** Around every page for signed-in people. The guard has waited for the interior already. */
export const MainLayout = () => (
  <AwaitInterior>
    <Shell />
  </AwaitInterior>
)
