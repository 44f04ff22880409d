/** Of fixed length, so that it reveals nothing about the secret. */
export const MASK = '********'

export const isMask = (value: unknown): boolean => typeof value === 'string' && /^\*+$/.test(value)
