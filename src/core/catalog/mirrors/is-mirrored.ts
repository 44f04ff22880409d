import type { WriteMode } from '../connections/connection-types.ts'

interface Moved {
  readonly streams: readonly { readonly mode: WriteMode }[]
}

/** Whether a flow follows the log of its source: all of its tables do, or none. */
export const isMirrored = ({ streams }: Moved): boolean => streams[0]?.mode === 'mirror'
