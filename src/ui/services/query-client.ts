import { QueryClient } from '@tanstack/react-query'

/** Failures were told by the use cases; retries belong to the HTTP client, which knows which calls may be repeated. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
