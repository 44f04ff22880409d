import { QueryClientProvider } from '@tanstack/react-query'
import { use } from 'react'

import { BackGuardContext } from '../kit/dialog/back-guard.ts'
import { useBackGuard } from '../routing/use-back-guard.ts'
import { ServicesProvider } from '../services/services.tsx'
import { useSignedInApp } from '../services/signed-in-app-source.ts'
import { Shell } from '../shell/shell.tsx'

/** The layout of every page after sign-in; suspends until the signed-in app is loaded. The guard has already waited for it. */
export function MainLayout() {
  const { services, queryClient } = use(useSignedInApp().loaded)
  return (
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={services}>
        <BackGuardContext value={useBackGuard}>
          <Shell />
        </BackGuardContext>
      </ServicesProvider>
    </QueryClientProvider>
  )
}
