/** Of fixed length, so that it says nothing about the secret behind it. */
export const MASK = '********'

export const isMask = (value: unknown): boolean => typeof value === 'string' && /^\*+$/.test(value)
