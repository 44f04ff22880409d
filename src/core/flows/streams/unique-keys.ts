/** Keys that were never used before. */
export interface UniqueKeys {
  next(): string
}
