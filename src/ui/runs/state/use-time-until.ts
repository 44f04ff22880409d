import { useEffect, useState } from 'react'

const TICK_MS = 500

const timeUntil = (instant: string) => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1_000) * 1_000)

/** The time until then, in milliseconds of whole seconds; 0 when it has passed. */
export function useTimeUntil(instant: string): number {
  const [left, setLeft] = useState(() => timeUntil(instant))
  useEffect(() => {
    setLeft(timeUntil(instant))
    const timer = setInterval(() => setLeft(timeUntil(instant)), TICK_MS)
    return () => clearInterval(timer)
  }, [instant])
  return left
}
