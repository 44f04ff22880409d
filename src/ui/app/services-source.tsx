import { createContext, type ReactNode, use } from 'react'

import { type Services, ServicesProvider } from './services.tsx'

const Context = createContext<Promise<Services> | null>(null)

/** Services on their way: public pages paint without waiting for the code that signs in and calls the server. */
export const ServicesSource = ({ source, children }: { source: Promise<Services>; children: ReactNode }) => (
  <Context value={source}>{children}</Context>
)

export function useServicesSource(): Promise<Services> {
  const source = use(Context)
  if (!source) throw new Error('useServicesSource needs a ServicesSource above it')
  return source
}

/** Suspends until the services are there, for everything that cannot be shown without them. */
export function AwaitServices({ children }: { children: ReactNode }) {
  return <ServicesProvider services={use(useServicesSource())}>{children}</ServicesProvider>
}
