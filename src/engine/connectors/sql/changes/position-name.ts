/** The name under which a destination keeps the position of a mirror; no table can have it. */
export const POSITION = 'mirror:'
