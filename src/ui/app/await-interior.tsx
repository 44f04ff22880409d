import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'

import { useInterior } from './interior-source.ts'
import { ServicesProvider } from './services.tsx'

/** Suspends until the interior is there, for everything that cannot be shown without it. */
export function AwaitInterior({ children }: { children: ReactNode }) {
  const { services, queryClient } = use(useInterior().loaded)
  return (
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={services}>{children}</ServicesProvider>
    </QueryClientProvider>
  )
}
