/** How much of its log a source may keep for a mirror, in bytes: at the end of it the source may forget it, before its disk is full. */
export const MIRROR_LOG_BYTES = 10 * 2 ** 30
