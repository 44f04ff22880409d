import { OPERATIONS } from '../../contract/requests/operations.ts'
import { sentence } from '../../core/catalog/sentence.ts'
import { notFound, RequestError } from '../domain/request-error.ts'

const CALLS = OPERATIONS.map(({ path, method }) => ({
  form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  method,
}))

/** Nothing answers this: whoever calls a known address with another method should not look for a wrong id. */
export function refuseUnknownCall({ method, path }: { readonly method: string; readonly path: string }): RequestError {
  const methods: readonly string[] = CALLS.filter(({ form }) => form.test(path)).map((known) => known.method)
  if (methods.length === 0 || methods.includes(method)) return notFound()
  return new RequestError('not-found', 'NOT_FOUND', sentence`This address takes ${methods.join(', ')}, not ${method}.`)
}
