import { useFormats } from './use-formats.ts'
import { useNow } from './use-now.ts'

/** "3 minutes ago", with the exact time and zone on hover. */
export function RelativeTime({ at }: { at: string }) {
  const formats = useFormats()
  const now = useNow()
  return (
    <time dateTime={at} title={formats.dateTime(at)}>
      {formats.relative(at, now)}
    </time>
  )
}
