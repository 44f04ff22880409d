/** The shortest, the usual and the longest interval of a mirror whose destination has one, in seconds. */
export const LEAST_MIRROR_SECONDS = 15
export const USUAL_MIRROR_SECONDS = 60
export const MOST_MIRROR_SECONDS = 3_600
