/** The shortest, the usual and the longest interval of a mirror whose destination has one, in seconds. */
export const LEAST_MIRROR_SECONDS = 15
export const USUAL_MIRROR_SECONDS = 60
export const MOST_MIRROR_SECONDS = 3_600

const DAY_SECONDS = 86_400

/** How many batches there are at most on a day. */
export const batchesADay = (seconds: number): number => Math.ceil(DAY_SECONDS / seconds)
