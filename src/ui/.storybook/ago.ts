/** So many minutes before now, ISO 8601; negative for what is to come. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
