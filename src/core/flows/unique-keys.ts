/** Keys that nobody has used before. */
export interface UniqueKeys {
  next(): string
}
