import { useNavigate } from '@tanstack/react-router'

/** Opens the page of a run. */
export function useOpenRun(): (runId: string) => void {
  const navigate = useNavigate()
  return (runId) => void navigate({ to: '/runs/$id', params: { id: runId } })
}
