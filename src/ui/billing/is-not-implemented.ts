import { FailureError } from '../services/unwrap.ts'

/** The server knows the call, but has nothing behind it. */
export const isNotImplemented = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'http' && error.failure.status === 501
