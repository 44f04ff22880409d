import { useFormats } from '../../i18n/use-formats.ts'
import { useNow } from '../../i18n/use-now.ts'

const DAY_MS = 86_400_000

/** The time of a proof with seconds; with the day if it is older than one. */
export function useProofTime(): (at: string) => string {
  const { time, dateTime } = useFormats()
  const now = Math.max(useNow(), Date.now())
  return (at) => (now - Date.parse(at) < DAY_MS ? time(at) : dateTime(at))
}
