/** The most dry runs of files that one call starts: whoever compares many flows waits for these before it asks for more, so that other runs go on. */
export const TRIED_AT_ONCE = 3
