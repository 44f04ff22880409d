import { QueryClient } from '@tanstack/react-query'

/** Use cases have already shown failures; the HTTP client does retries, because it knows which calls may be repeated. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
