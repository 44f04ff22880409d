/** The header of a change that must not overwrite another version than the one that was seen. */
export const ifMatch = (version: number | undefined): Readonly<Record<string, string>> =>
  version === undefined ? {} : { 'if-match': `"${version}"` }
