import { useNavigate } from '@tanstack/react-router'

export function useGo() {
  const navigate = useNavigate()
  return (to: string, search: Readonly<Record<string, string>> = {}) =>
    () =>
      void navigate({ to, search })
}
