/** This many minutes before now, ISO 8601; negative for the future. */
export const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
