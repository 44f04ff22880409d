import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { ServicesProvider } from '../services/services.tsx'
import { useSignedInApp } from '../services/signed-in-app-source.ts'

/** Suspends until the signed-in app is there, for everything that cannot be shown without it. */
export function AwaitSignedInApp({ children }: { children: ReactNode }) {
  const { services, queryClient } = use(useSignedInApp().loaded)
  return (
    <QueryClientProvider client={queryClient}>
      <ServicesProvider services={services}>{children}</ServicesProvider>
    </QueryClientProvider>
  )
}
