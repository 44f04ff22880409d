import { lingeringSignal } from './lingering-signal.ts'

/** Enough for a call that is never answered, and for the next try. */
const CLEAN_UP_MS = 150_000

/** Ends what deletes temporary objects of a run: shortly after the run is cancelled, and after some minutes in any case. */
export const cleanUpSignal = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([lingeringSignal(signal), AbortSignal.timeout(CLEAN_UP_MS)])
