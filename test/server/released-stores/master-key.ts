/** The key of the stores in this folder, which contain no real credentials. */
export const MASTER_KEY = new Uint8Array(32).fill(7)
