import { Shell } from '../shell/shell.tsx'
import { AwaitServices } from './services-source.tsx'

/** Around every page for signed-in people. The guard has waited for the services already. */
export const MainLayout = () => (
  <AwaitServices>
    <Shell />
  </AwaitServices>
)
