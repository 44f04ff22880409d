import { useEffect, useRef, useState } from 'react'

/** The speed is taken over the last two seconds, so that it neither jumps nor lags. */
const WINDOW_MS = 2_000

interface Sample {
  readonly at: number
  readonly value: number
}

/** How fast a growing number grows, per second; nothing until it was seen twice. Starts again with another key. */
export function useRate(key: string | undefined, value: number | undefined): number | undefined {
  const seen = useRef<{ key: string | undefined; samples: Sample[] }>({ key: undefined, samples: [] })
  const [rate, setRate] = useState<number>()

  useEffect(() => {
    if (seen.current.key !== key) {
      seen.current = { key, samples: [] }
      setRate(undefined)
    }
    if (value === undefined) return
    const at = performance.now()
    const samples = [...seen.current.samples, { at, value }].filter((sample) => at - sample.at <= WINDOW_MS)
    seen.current.samples = samples
    const first = samples[0]
    if (first && at > first.at) setRate(((value - first.value) * 1_000) / (at - first.at))
  }, [key, value])

  return rate
}
